// The module that minemind/_native imports.

#include "python/bindings.hpp"

NB_MODULE(_minemind_engine, module) {
  // At exit, nanobind would report objects that are still referenced. Users need not see that; tests turn it on.
  nanobind::set_leak_warnings(false);
  minemind::python::bind_patience(module);
  minemind::python::bind_board(module);
  minemind::python::bind_analysis(module);
  minemind::python::bind_json(module);
  minemind::python::bind_proofs(module);
  minemind::python::bind_guesses(module);
  minemind::python::bind_games(module);
  minemind::python::bind_batch(module);
  minemind::python::bind_metrics(module);
  minemind::python::bind_no_guess(module);
  minemind::python::bind_files(module);
  minemind::python::bind_review(module);
}
