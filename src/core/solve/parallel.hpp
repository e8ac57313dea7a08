// Runs independent pieces of work on several threads; which thread takes which piece never matters to the result.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace nldt {

// As many threads as are asked for, but no more than there are pieces of work, nor than can run at a time: each costs
// memory of its own. A few are granted anywhere, so that small machines try them, too.
inline std::size_t useful_threads(std::size_t asked, std::size_t count) {
    const std::size_t runnable = std::max<std::size_t>(std::thread::hardware_concurrency(), 8);
    return std::min({asked, count, runnable});
}

// Calls make_worker() once a thread, and the worker it returns with every index below `count`, each once.
template <class MakeWorker>
void parallel_for(std::size_t count, std::size_t n_threads, MakeWorker make_worker) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::mutex failure_lock;
    const auto work = [&] {
        try {
            auto worker = make_worker();
            for (std::size_t i = next++; i < count; i = next++) worker(i);
        } catch (...) {
            const std::scoped_lock lock(failure_lock);
            failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        try {
            for (std::size_t t = 1; t < useful_threads(n_threads, count); ++t) threads.emplace_back(work);
        } catch (const std::system_error &) {  // no more threads to be had: those that run do all the work
        }
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace nldt
