// The necessary part of a risk: for the review, and for the statistics of the page.

/**
 * The risk that could not be avoided. Before anything is open there is no best cell, because all are equally good; and
 * a guess that cost nothing had to be made sooner or later, even if something else was certain.
 * @param {{ risk: number | null, best: unknown, bestRisk: number, isFree: boolean }} move
 */
export const necessaryRisk = ({ risk, best, bestRisk, isFree }) =>
  !best || isFree ? (risk ?? 0) : Math.min(bestRisk, risk ?? 0);
