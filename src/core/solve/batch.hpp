// The skeleton of every lower level: a batch of structures is solved on the rows of one node, over all threads.
//
// A lower level is a solver, of which each thread has one with memory of its own:
//     Solver(const Batch &, const Settings &, const Output &)   Output has `rules`, the columns that all solvers write
//     bool read(structure)                                      evaluates its terms; false where they can split nothing
//     void solve(structure, RuleWriter &)                       finds weights and ends, and writes them
#pragma once

#include <cstddef>
#include <utility>

#include "criterion/criterion.hpp"
#include "kernels/kernels.hpp"
#include "rows/node_rows.hpp"
#include "solve/parallel.hpp"
#include "solve/rule_writer.hpp"

namespace nldt {

struct Batch {
    NodeRows rows;
    Structures structures;
    Criterion criterion = Criterion::gini;
    const Kernels &kernels;
    std::size_t n_threads = 1;
};

template <class Solver, class Settings, class Output>
void solve_batch(const Batch &batch, const Settings &settings, const Output &output) {
    parallel_for(batch.structures.count, batch.n_threads, [&] {
        return [solver = Solver(batch, settings, output),
                writer = RuleWriter(batch.rows, batch.criterion, output.rules)](std::size_t structure) mutable {
            writer.write_nothing(structure);
            if (solver.read(structure)) solver.solve(structure, writer);
        };
    });
}

}  // namespace nldt
