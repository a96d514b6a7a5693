/** One server of the demo, and how the decision about its era has to end. */
export interface DemoServer {
  /** Its name in the merged namespace, and that of its program. */
  readonly name: string;
  readonly purpose: string;
  /** How it is spoken to; over HTTP at a URL that its program says. */
  readonly over: "stdio" | "http";
  /** The operator's permission for this very server, and no other. */
  readonly allowLegacy: boolean;
  readonly expected: ExpectedDecision;
}

/** A decision, and the methods that may be sent on the way to it. */
interface ExpectedDecision {
  readonly state: "ready" | "unavailable";
  readonly era: "modern" | "legacy" | "unknown";
  readonly revision: string | null;
  readonly reason: "discovered" | "initialized" | "legacy_not_allowed" | "probe_closed";
  readonly sent: readonly string[];
}

const MODERN: ExpectedDecision = {
  state: "ready",
  era: "modern",
  revision: "2026-07-28",
  reason: "discovered",
  sent: ["server/discover"],
};

const LEGACY: ExpectedDecision = {
  state: "ready",
  era: "legacy",
  revision: "2025-11-25",
  reason: "initialized",
  sent: ["server/discover", "initialize", "notifications/initialized"],
};

const REFUSED: ExpectedDecision = {
  state: "unavailable",
  era: "unknown",
  revision: null,
  reason: "legacy_not_allowed",
  sent: ["server/discover"],
};

/** The servers in declared order, which decides who keeps a name that several want. */
export const DEMO_SERVERS: readonly DemoServer[] = [
  {
    name: "notes",
    purpose: "a modern server",
    over: "stdio",
    allowLegacy: false,
    expected: MODERN,
  },
  {
    name: "files",
    purpose: "another modern server, over HTTP",
    over: "http",
    allowLegacy: false,
    expected: MODERN,
  },
  {
    name: "demo-orders",
    purpose: "a legacy server, allowed to be one",
    over: "stdio",
    allowLegacy: true,
    expected: LEGACY,
  },
  {
    name: "invoices",
    purpose: "a legacy server over HTTP, allowed to be one",
    over: "http",
    allowLegacy: true,
    expected: LEGACY,
  },
  {
    name: "legacy-tickets",
    purpose: "a legacy server that nobody allowed",
    over: "stdio",
    allowLegacy: false,
    expected: REFUSED,
  },
  {
    name: "dead",
    purpose: "a server that exits at once",
    over: "stdio",
    allowLegacy: false,
    expected: { ...REFUSED, reason: "probe_closed" },
  },
];

/** One more server, which the console adds: its only tool has the name of two others. */
export const COLLIDING_SERVER: Omit<DemoServer, "expected"> = {
  name: "archive",
  purpose: "one more modern server with a tool search",
  over: "stdio",
  allowLegacy: false,
};
