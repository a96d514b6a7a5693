import { type NegotiationPolicy, REASON_CODES } from "../src/index.js";
import { type Proof, proofOf } from "./oracle.js";
import { type Entry, type Run, sentFrames } from "./world.js";

/** The rules of negotiation that a run broke, told from the bytes the server saw. `sentAtEnd`: frames sent when it ended. */
export function violations(
  run: Run,
  policy: NegotiationPolicy,
  sentAtEnd: number,
): readonly string[] {
  const proof = proofOf(run, policy.modernRevisions ?? ["2026-07-28"]);
  return [
    ...initializeViolations(run, policy, proof),
    ...(run.result.type === "settled"
      ? settledViolations(run, proof)
      : unavailableViolations(run, proof, sentAtEnd)),
    ...confirmationViolations(run, proof),
    ...connectionViolations(run),
    ...recordViolations(run),
  ];
}

function initializeViolations(
  { log }: Run,
  policy: NegotiationPolicy,
  { modernAt }: Proof,
): readonly string[] {
  const initializes = calls(log, "initialize");
  const [probe] = calls(log, "server/discover");
  const wrong: string[] = [];
  if (initializes.length > 1) wrong.push("more than one initialize");
  for (const { order } of initializes) {
    if (policy.allowLegacy === false) wrong.push("initialize without permission");
    if (probe === undefined || probe.order > order) wrong.push("initialize without a probe before");
    if (modernAt !== undefined && modernAt < order) wrong.push("initialize after modern evidence");
  }
  return wrong;
}

function settledViolations({ result, log }: Run, proof: Proof): readonly string[] {
  const { verdict, era, revision, reason } = result.record;
  const wrong: string[] = [];
  if (result.type !== "settled") return wrong;
  const { settled } = result;
  if (settled.era !== era || settled.revision !== revision || verdict !== era) {
    wrong.push("record and result differ");
  }
  if (settled.era === "modern") {
    if (reason !== "discovered") wrong.push(`modern, but ${reason}`);
    if (proof.agreedModern !== revision) wrong.push("modern without an agreed revision");
  } else {
    const { legacy, modernAt } = proof;
    if (reason !== "initialized") wrong.push(`legacy, but ${reason}`);
    if (legacy?.revision !== revision) wrong.push("legacy without complete evidence");
    if (modernAt !== undefined && modernAt < (legacy?.at ?? 0)) wrong.push("legacy after modern");
    if (calls(log, "notifications/initialized").length !== 1) wrong.push("legacy, not confirmed");
  }
  return wrong;
}

function unavailableViolations(
  run: Run,
  { modernAt }: Proof,
  sentAtEnd: number,
): readonly string[] {
  const { verdict, era, revision } = run.result.record;
  const wrong: string[] = [];
  if (verdict !== "unavailable") wrong.push(`unavailable, but ${verdict}`);
  if (revision !== null) wrong.push("unavailable with a revision");
  if (era !== (modernAt === undefined ? "unknown" : "modern")) wrong.push(`unavailable and ${era}`);
  if (run.stillOpen() !== 0) wrong.push("a connection was left open");
  if (run.clock.clientTimers !== 0) wrong.push("a timer was left");
  if (sentFrames(run).length !== sentAtEnd) wrong.push("something was sent after the end");
  return wrong;
}

function confirmationViolations({ log, result }: Run, { legacy }: Proof): readonly string[] {
  const confirmed = calls(log, "notifications/initialized");
  const wrong: string[] = [];
  if (confirmed.length > 1) wrong.push("confirmed more than once");
  for (const { order } of confirmed) {
    if (legacy === undefined || legacy.at > order) wrong.push("confirmed without evidence");
    const { verdict, reason } = result.record;
    if (verdict !== "legacy" && reason !== "confirmation_failed")
      wrong.push("confirmed for nothing");
  }
  return wrong;
}

function connectionViolations({ log, opens, mostOpen }: Run): readonly string[] {
  const wrong: string[] = [];
  if (opens > 3) wrong.push("more than three openings");
  if (mostOpen > 1) wrong.push("two connections at once");
  const known = ["server/discover", "initialize", "notifications/initialized"];
  const used = new Set<string>();
  for (const { kind, connection, text } of log) {
    if (kind !== "sent") continue;
    const { id, method } = JSON.parse(text);
    if (!known.includes(method)) wrong.push(`${method} was sent`);
    if (id === undefined) continue;
    const key = `${connection} ${id}`;
    if (used.has(key)) wrong.push(`id ${id} was used twice`);
    used.add(key);
  }
  return wrong;
}

function recordViolations({ result, log }: Run): readonly string[] {
  const { reason, message, evidence, elapsedMs } = result.record;
  const wrong: string[] = [];
  if (!REASON_CODES.includes(reason)) wrong.push(`an unknown reason: ${reason}`);
  if (!/^[^\n]+\.$/.test(message)) wrong.push(`not a sentence: ${message}`);
  if (/[^.]\.\)/.test(message)) wrong.push(`a sentence that ends within one: ${message}`);
  const asked = log.filter(({ kind, text }) => kind === "sent" && text.includes('"id"')).length;
  if (evidence.length < Math.min(asked, 1)) wrong.push("no evidence");
  for (const { received } of evidence) {
    if (!/^[^\n]{1,300}$/.test(received)) wrong.push(`not one short line: ${received}`);
  }
  const times = evidence.map(({ atMs }) => atMs);
  const inOrder = times.every((at, i) => at >= (times[i - 1] ?? 0) && at <= elapsedMs);
  if (!inOrder) wrong.push("evidence out of order");
  return wrong;
}

function calls(log: readonly Entry[], method: string): readonly Entry[] {
  return log.filter(({ kind, text }) => kind === "sent" && JSON.parse(text).method === method);
}
