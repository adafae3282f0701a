// The module that minemind/_native opens.

#include "python/bindings.hpp"

NB_MODULE(_minemind_engine, module) {
  // At exit, nanobind reports objects that somebody still holds; users need not know, tests ask for it.
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
