// What is answered about files and recorded games: the part of the answers that is loaded after all others, or when it is
// first asked for.

import { convert } from "./convert.js";
import { metricsJson } from "./metrics.js";
import { review } from "./review.js";
import { within } from "./within.js";

export const RECORDED = { metrics: within(metricsJson), convert, review };
