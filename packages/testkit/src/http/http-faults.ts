import { FRAMINGS, type Framing } from "./faults/framings.js";
import { REDIRECTS, type RedirectFault } from "./faults/redirects.js";
import { SIZES, type SizeFault } from "./faults/sizes.js";
import { STATUSES, type StatusFault } from "./faults/statuses.js";
import { STREAMS, type StreamFault } from "./faults/streams.js";
import { TIMINGS, type TimingFault } from "./faults/timings.js";
import type { HttpBehaviour } from "./received-request.js";

/** What servers of HTTP do that no transcript can say, by name. The README of this package says what each is. */
export const HTTP_FAULTS: { readonly [Name in HttpFaultName]: HttpBehaviour } = {
  ...STATUSES,
  ...REDIRECTS,
  ...STREAMS,
  ...SIZES,
  ...TIMINGS,
  ...FRAMINGS,
};

/** Names of {@link HTTP_FAULTS}. */
export type HttpFaultName =
  | StatusFault
  | RedirectFault
  | StreamFault
  | SizeFault
  | TimingFault
  | Framing;
