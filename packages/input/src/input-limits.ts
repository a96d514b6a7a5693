import { MAX_VISIT_URL } from "@x/wire";

/**
 * The bounds on what one server may ask for at once. Texts are measured in UTF-16 code units.
 *
 * What has no bound here, such as the texts of options and of sampling requests, is bounded by the size of a frame;
 * all of it is read in time linear in that size, and nothing of it is walked to its depth.
 */
export const INPUT_LIMITS: {
  /** Requests in one `input_required` result. */
  readonly requests: number;
  /** The name that a server gives one of them. */
  readonly key: number;
  /** `requestState`. */
  readonly requestState: number;
  /** The message of an elicitation, the title, description or name of a field. */
  readonly text: number;
  /** The URL of an elicitation. */
  readonly url: number;
  /** Fields of a form. */
  readonly fields: number;
  /** Options of all fields of a form together. */
  readonly options: number;
  /** Messages of a sampling request. */
  readonly messages: number;
  /** Pieces of content of a sampling request, those in tool results among them. */
  readonly blocks: number;
  /** Tools of a sampling request. */
  readonly tools: number;
} = Object.freeze({
  requests: 64,
  key: 1024,
  requestState: 4_194_304,
  text: 65_536,
  url: MAX_VISIT_URL,
  fields: 256,
  options: 10_000,
  messages: 10_000,
  blocks: 100_000,
  tools: 1000,
});
