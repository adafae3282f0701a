// Bindings: what each file here adds to the module.
//
// They turn arrays into spans, refuse what would read or write out of bounds, and release the GIL while the engine
// works. Semantics, defaults and documentation live on the Python side, behind minemind/_native.

#pragma once

#include <nanobind/nanobind.h>

namespace minemind::python {

void bind_patience(nanobind::module_& module);
void bind_board(nanobind::module_& module);
void bind_analysis(nanobind::module_& module);
void bind_json(nanobind::module_& module);
void bind_proofs(nanobind::module_& module);
void bind_guesses(nanobind::module_& module);
void bind_games(nanobind::module_& module);
void bind_batch(nanobind::module_& module);
void bind_metrics(nanobind::module_& module);
void bind_no_guess(nanobind::module_& module);
void bind_files(nanobind::module_& module);
void bind_review(nanobind::module_& module);

}  // namespace minemind::python
