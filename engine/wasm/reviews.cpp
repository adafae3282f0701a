// Reviews: recorded games of other programs, the clicks in them, and a game judged click by click.

#include <array>
#include <cstdint>
#include <span>

#include "files/recording.hpp"
#include "review/mouse.hpp"
#include "review/performance.hpp"
#include "review/review.hpp"
#include "wasm/door.hpp"

namespace minemind::wasm {
namespace {

// In the order in which the page numbers them.
constexpr std::array readers{read_avf, read_evf, read_mvf, read_rawvf, read_rmv, read_mbf};

void put_win(const Win& win) {
  reply().put(win.value);
  reply().put(win.margin);
  reply().put(win.is_exact);
}

void put_click(const JudgedClick& click) {
  Reply& said = reply();
  said.put(click.kind);
  said.put(click.risk);
  said.put(click.opened);
  said.put(click.certain);
  said.put(click.best);
  said.put(click.best_risk);
  said.put(click.overlooked);
  said.put(click.technique);
  said.put(click.grade);
  put_win(click.before);
  put_win(click.chosen);
  put_win(click.after);
  said.put(click.cost_margin);
}

}  // namespace

// Rows, columns, the mines of every cell, pixels of a cell, whether there are question marks, what the first click
// promises, program and player as bytes, how these are encoded, milliseconds (or -1), and the events: milliseconds,
// kind, x and y of each.
MINEMIND_EXPORT(read_recording) Status read_recording(const std::uint8_t* file, std::size_t bytes, std::size_t format) {
  return answer([&] {
    require(format < readers.size(), "no such format");
    const Recording recording = readers[format](std::span(file, bytes));
    Reply& said = reply();
    said.put(recording.rows);
    said.put(recording.cols);
    said.put_list(recording.mines);
    said.put(recording.pixels);
    said.put(recording.has_marks);
    said.put(recording.promise);
    said.put_text(recording.program);
    said.put_text(recording.player);
    said.put(recording.encoding);
    said.put(recording.milliseconds);
    said.put(recording.events.size());
    for (const MouseEvent& event : recording.events) {
      said.put(event.milliseconds);
      said.put(event.kind);
      said.put(event.x);
      said.put(event.y);
    }
  });
}

// Cell (-1 off the board), kind, whether it has a flag afterwards, and milliseconds of every click.
MINEMIND_EXPORT(clicks)
Status clicks(const OwnGraph* on, const std::int32_t* mines, std::size_t indices, const std::int32_t* events,
              std::size_t event_numbers, std::int32_t pixels, bool has_marks) {
  return answer([&] {
    check_one_each(on->look(), view(mines, indices), "a mine count for every cell");
    require(pixels > 0, "cells of no size");
    const auto given = checked_events(view(events, event_numbers));
    const auto found = clicks_of({on->look(), view(mines, indices), on->cols(), pixels, has_marks}, given);
    Reply& said = reply();
    said.put(found.size());
    for (const Click& click : found) {
      said.put(click.cell);
      said.put(click.kind);
      said.put(click.flagged);
      said.put(click.milliseconds);
    }
  });
}

// The judgement of every click; how the game ended; and opens, flags, chords, effective clicks, 3BV, and 3BV solved.
MINEMIND_EXPORT(review)
Status review(const OwnGraph* on, const std::int32_t* mines, std::size_t mine_count, const std::int32_t* faces,
              std::size_t face_count, const std::int32_t* rank, std::size_t rank_count,
              const std::int32_t* click_numbers, std::size_t click_count, std::int32_t per_cell, bool is_promised,
              double margin, double most_games, std::uint64_t seed, double work) {
  return answer([&] {
    const ReviewedGame game{on->look(),  view(mines, mine_count), view(faces, face_count), per_cell,
                            is_promised, view(rank, rank_count)};
    const Precision precision{margin, static_cast<std::size_t>(most_games), seed};
    check_reviewed(game, precision);
    const auto played = checked_clicks(game.graph, view(click_numbers, click_count), per_cell);
    WorkLimit limit(work);
    const Review judged(game, played, precision, limit);
    Reply& said = reply();
    said.put(judged.clicks().size());
    for (const JudgedClick& click : judged.clicks()) put_click(click);
    said.put(judged.end());
    const Performance& of = judged.performance();
    for (const std::size_t count : {of.opens, of.flags, of.chords, of.effective, of.three_bv, of.solved})
      said.put(count);
  });
}

// 3BV/s, efficiency, correctness, throughput, RQP and STNB; NaN for what is undefined.
MINEMIND_EXPORT(rates)
Status rates(double opens, double flags, double chords, double effective, double three_bv, double solved,
             double seconds, double stnb_factor) {
  return answer([&] {
    const auto count = [](double number) { return static_cast<std::size_t>(number); };
    const Performance performance{count(opens),     count(flags),    count(chords),
                                  count(effective), count(three_bv), count(solved)};
    const Rates found = rates_of(performance, seconds, stnb_factor);
    for (const double rate :
         {found.three_bv_per_second, found.efficiency, found.correctness, found.throughput, found.rqp, found.stnb})
      reply().put(rate);
  });
}

}  // namespace minemind::wasm
