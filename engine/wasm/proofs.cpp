// Proofs: why cells of a board are certain, with steps; and the easiest path through a layout.

#include <span>
#include <vector>

#include "core/face.hpp"
#include "prove/easiest_path.hpp"
#include "prove/prover.hpp"
#include "wasm/door.hpp"

namespace minemind::wasm {
namespace {

// Proves the certain cells of one board, and owns the faces and the limit that it refers to.
struct OwnProver {
  OwnProver(const Graph& graph, Numbers given, std::int32_t per_cell, std::int64_t mines_left, std::size_t work,
            double units)
      : faces(given.begin(), given.end()),
        limit(units),
        prover(Clues(graph, std::span(faces), per_cell, mines_left), work, limit) {}

  std::vector<std::int32_t> faces;
  WorkLimit limit;
  Prover prover;
};

void put_step(const Step& step) {
  Reply& said = reply();
  said.put(step.technique);
  said.put_list(step.numbers);
  said.put(step.counts_mines);
  said.put_list(step.steps);
  said.put_list(step.cells);
  said.put(step.at_least);
  said.put(step.at_most);
  said.put(step.depth);
  said.put_list(step.subtracted);
}

void put_proof(const Proof& proof) {
  Reply& said = reply();
  said.put_list(proof.numbers);
  said.put(proof.counts_mines);
  said.put(proof.technique);
  said.put(proof.grade);
  said.put(proof.together);
  said.put(proof.steps.size());
  for (const Step& step : proof.steps) put_step(step);
}

}  // namespace

// Its address. The graph must outlive it; `mines_left` is negative if the mine count is unknown.
MINEMIND_EXPORT(make_prover)
Status make_prover(const OwnGraph* on, const std::int32_t* faces, std::size_t indices, std::int32_t per_cell,
                   double mines_left, double proof_work, double work) {
  return answer([&] {
    check_one_each(on->look(), view(faces, indices), "a face for every cell");
    check_per_cell(per_cell);
    const auto* prover =
        new OwnProver(on->look(), view(faces, indices), per_cell, static_cast<std::int64_t>(mines_left),
                      static_cast<std::size_t>(proof_work), work);
    reply().put(reinterpret_cast<std::uintptr_t>(prover));
  });
}

MINEMIND_EXPORT(drop_prover) void drop_prover(const OwnProver* prover) { delete prover; }

// The numbers, whether the mine count is used, technique, grade, how many numbers one step compares at most, and the
// steps. The claim must be true.
MINEMIND_EXPORT(prove) Status prove(OwnProver* own, Cell cell, bool is_mine) {
  return answer([&] {
    check_hidden(own->prover.clues(), cell);
    put_proof(own->prover.prove({cell, is_mine ? 1 : 0}));
  });
}

// The moves of the easiest path, each a cell, the mines that its flag claims and the proof; then the faces that they
// lead to, and whether every free cell is open.
MINEMIND_EXPORT(easiest_path)
Status easiest_path(const OwnGraph* on, const std::int32_t* mines, std::size_t indices, std::int32_t per_cell,
                    Cell start, double proof_work, double work) {
  return answer([&] {
    check_path(on->look(), view(mines, indices), per_cell, start);
    WorkLimit limit(work);
    EasiestPath path(on->look(), view(mines, indices), per_cell, start, static_cast<std::size_t>(proof_work), counts(),
                     limit);
    std::vector<PathMove> moves;
    while (auto move = path.next()) moves.push_back(*std::move(move));
    Reply& said = reply();
    said.put(moves.size());
    for (const PathMove& move : moves) {
      said.put(move.cell);
      said.put(move.mines);
      put_proof(move.proof);
    }
    said.put_list(path.faces());
    said.put(path.is_cleared());
  });
}

}  // namespace minemind::wasm
