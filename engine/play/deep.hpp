// Deep: the champion with time to think. It spends it where it pays: on a larger exact endgame, and before that on
// games that are played on from its best guesses; not in the opening, where looking ahead is as good as such games.

#pragma once

#include <cstdint>

#include "analysis/analysis.hpp"
#include "count/knowledge.hpp"
#include "play/strategy.hpp"

namespace minemind {

// Which cell a player opens where nothing is certain, like decide(). `known` is what the position was made of. Thinking
// is limited by work and not by time, so the thoughts are the same on every machine.
Decision choose(const Player& player, const Analysis& analysis, const Knowledge& known,
                CellSpan<const std::int32_t> rank, CountCache& counts, EndingCache& endings, Watch& watch);

}  // namespace minemind
