import type { JSX } from "preact";
import type { PeerView } from "../console/protocol.js";
import { Panel } from "./panel.js";

/** Every peer: where it stands, what it is, and how its era was decided. */
export function PeersPanel({ peers }: { readonly peers: readonly PeerView[] }): JSX.Element {
  return (
    <Panel id="peers" title="Peers">
      <div class="cards">
        {peers.map((peer) => (
          <Peer key={peer.name} peer={peer} />
        ))}
      </div>
    </Panel>
  );
}

function Peer({ peer }: { readonly peer: PeerView }): JSX.Element {
  const { name, state, era, revision, isStalled, over, pid, purpose } = peer;
  return (
    <article class="card" aria-labelledby={`peer-${name}`} data-peer={name}>
      <header>
        <h3 id={`peer-${name}`}>{name}</h3>
        <span class={`badge ${state}`}>{state}</span>
        {isStalled ? <span class="badge stalled">stalled</span> : null}
      </header>
      <p class="purpose">
        {purpose}
        {over === "stdio" ? ", over stdio" : ""} ({pid === null ? "no process" : `process ${pid}`})
      </p>
      <dl class="facts">
        <Fact name="Era" text={era} />
        <Fact name="Revision" text={revision ?? "none"} />
        <Fact name="Capabilities" text={peer.capabilities.join(", ") || "none"} />
        <Fact name="allowLegacy" text={peer.allowLegacy ? "yes" : "no"} />
        <Fact name="Says it is" text={claimOf(peer)} />
        {peer.subscription === null ? null : <Fact name="Subscription" text={peer.subscription} />}
        <Fact name="Faults" text={faultsOf(peer)} />
        {state === "unavailable" ? <Fact name="Tried again" text={retryText(peer)} /> : null}
      </dl>
      <Decision peer={peer} />
    </article>
  );
}

function Fact({ name, text }: { readonly name: string; readonly text: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function Decision({ peer }: { readonly peer: PeerView }): JSX.Element {
  const { reason, message, evidence, elapsedMs } = peer;
  return (
    <div class="decision">
      <h4>
        Decision: <code>{reason ?? "none yet"}</code>
      </h4>
      <p>{message}</p>
      {evidence.length === 0 ? null : (
        <ol class="evidence">
          {evidence.map(({ sent, received, stderr, atMs }) => (
            <li key={`${sent}-${received}-${atMs}`}>
              <span class="sent">
                <span class="way">sent</span> {sent ?? "nothing that it answers"}
              </span>
              <span class="back">
                <span class="way">came back</span> {received}{" "}
                <span class="hint">after {Math.round(atMs)} ms</span>
              </span>
              {stderr === undefined ? null : <pre>{stderr.join("\n")}</pre>}
            </li>
          ))}
        </ol>
      )}
      {elapsedMs === 0 ? null : <p class="hint">Brought up in {Math.round(elapsedMs)} ms.</p>}
    </div>
  );
}

function retryText({ retryInMs }: PeerView): string {
  return retryInMs === undefined
    ? "no; Connect anew tries it once more"
    : `${Math.round(retryInMs)} ms after it was lost`;
}

function claimOf({ serverInfo }: PeerView): string {
  return serverInfo === undefined ? "nothing" : `${serverInfo.name} ${serverInfo.version}`;
}

function faultsOf({ faults, faultsByCode, late }: PeerView): string {
  const codes = Object.entries(faultsByCode).map(([code, count]) => `${code} ${count}`);
  const lateText = late === 0 ? "" : `; ${late} late`;
  return `${faults}${codes.length === 0 ? "" : ` (${codes.join(", ")})`}${lateText}`;
}
