// The questions about files and recorded games, and the boards for modes of play: the part of the answers that is loaded
// last, or when first needed.

import { convert } from "./convert.js";
import { metricsJson } from "./metrics.js";
import { practised } from "./practice.js";
import { redealt } from "./redeal.js";
import { review } from "./review.js";
import { rivalGame } from "./rival.js";
import { within } from "./within.js";

export const LATER = {
  metrics: within(metricsJson),
  convert,
  review,
  redeal: within(redealt),
  rival: within(rivalGame),
  practise: within(practised),
};
