import type {
  Answer,
  ConsoleEvent,
  ConsoleSnapshot,
  Frame,
  HostMessage,
  ProgressNote,
} from "../console/protocol.js";
import type { LinkState } from "./link.js";

/** The most frames and events that the page keeps. */
const MAX_FRAMES = 400;
const MAX_EVENTS = 300;
/** Of those that are over; the host bounds how many are under way. */
const MAX_CALLS = 8;

/** A call that was made from this page. */
export interface Call {
  readonly id: number;
  readonly tool: string;
  readonly args: string;
  readonly state: "running" | "cancelling" | "over";
  readonly progress: ProgressNote | undefined;
  readonly answer: Answer | undefined;
}

/** Everything that the page shows. */
export interface PageState {
  readonly link: LinkState;
  readonly linkReason: string;
  readonly snapshot: ConsoleSnapshot | undefined;
  readonly frames: readonly Frame[];
  readonly framesDropped: number;
  readonly events: readonly ConsoleEvent[];
  readonly eventsDropped: number;
  /** Newest first. */
  readonly calls: readonly Call[];
  /** What came of the last thing that was done. */
  readonly status: string;
}

/** What changes it. */
export type PageEvent =
  | { readonly type: "link"; readonly state: LinkState; readonly reason: string }
  | { readonly type: "message"; readonly message: HostMessage }
  | { readonly type: "called"; readonly id: number; readonly tool: string; readonly args: string }
  | { readonly type: "call_over"; readonly id: number; readonly answer: Answer }
  | { readonly type: "cancelling"; readonly id: number }
  | { readonly type: "status"; readonly text: string };

/** Before anything came. */
export const NOTHING: PageState = {
  link: "connecting",
  linkReason: "",
  snapshot: undefined,
  frames: [],
  framesDropped: 0,
  events: [],
  eventsDropped: 0,
  calls: [],
  status: "",
};

/** The next state. */
export function step(state: PageState, event: PageEvent): PageState {
  switch (event.type) {
    case "link":
      return event.state === "open"
        ? // The host tells everything anew. What was shown stays until then, and with it what is typed in it.
          {
            ...NOTHING,
            snapshot: state.snapshot,
            calls: state.calls,
            status: state.status,
            link: "open",
          }
        : { ...state, link: event.state, linkReason: event.reason };
    case "message":
      return hear(state, event.message);
    case "called": {
      const { id, tool, args } = event;
      const call: Call = {
        id,
        tool,
        args,
        state: "running",
        progress: undefined,
        answer: undefined,
      };
      return { ...state, calls: [call, ...withoutOldest(state.calls)] };
    }
    case "call_over": {
      const { id, answer } = event;
      const status = answer.ok ? "The call is answered." : `The call failed: ${answer.code}.`;
      return { ...withCall(state, id, { state: "over", answer }), status };
    }
    case "cancelling":
      return withCall(state, event.id, { state: "cancelling" });
    case "status":
      return { ...state, status: event.text };
  }
}

function hear(state: PageState, message: HostMessage): PageState {
  switch (message.type) {
    case "snapshot":
      return { ...state, snapshot: message.snapshot };
    case "frames":
      return {
        ...state,
        frames: [...state.frames, ...message.frames].slice(-MAX_FRAMES),
        framesDropped: state.framesDropped + message.dropped,
      };
    case "events":
      return {
        ...state,
        events: [...state.events, ...message.events].slice(-MAX_EVENTS),
        eventsDropped: state.eventsDropped + message.dropped,
      };
    case "progress":
      return withCall(state, message.id, { progress: message });
    case "refused":
      return { ...state, status: `The host refused a message: ${message.message}` };
    case "answer":
      // Whoever asked has it.
      return state;
  }
}

/** Room for one more: the oldest that is over goes. Those under way stay, as somebody may cancel them. */
function withoutOldest(calls: readonly Call[]): readonly Call[] {
  if (calls.length < MAX_CALLS) return calls;
  const oldest = calls.findLast(({ state }) => state === "over");
  return calls.filter((call) => call !== oldest);
}

function withCall(state: PageState, id: number, change: Partial<Call>): PageState {
  return {
    ...state,
    calls: state.calls.map((call) => (call.id === id ? { ...call, ...change } : call)),
  };
}
