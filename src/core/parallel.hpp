// Runs independent pieces of work on several threads; which thread takes which piece never matters to the result.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace nldt {

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
    std::vector<std::thread> threads;
    for (std::size_t t = 1; t < n_threads && t < count; ++t) threads.emplace_back(work);
    work();
    for (auto &thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace nldt
