// What is answered about files and recorded games, and boards for a mode of play: the part of the answers that is loaded
// after all others, or when it is first asked for.

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
