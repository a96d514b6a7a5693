import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ConsoleEvent, PeerView } from "../console/protocol.js";
import { moment } from "./moment.js";
import { Panel } from "./panel.js";
import { Select } from "./select.js";

const KINDS: readonly ConsoleEvent["kind"][] = [
  "peer",
  "names",
  "subscription",
  "fault",
  "stderr",
  "tried",
  "other",
];

/** What happens, as it comes, newest first. */
export function EventsPanel({
  events,
  dropped,
  peers,
}: {
  readonly events: readonly ConsoleEvent[];
  readonly dropped: number;
  readonly peers: readonly PeerView[];
}): JSX.Element {
  const [kind, setKind] = useState("");
  const shown = events.filter((event) => kind === "" || event.kind === kind);
  const subscribed = peers.filter(({ subscription }) => subscription !== null);
  return (
    <Panel id="events" title="Events">
      <h3>Subscriptions</h3>
      {subscribed.length === 0 ? (
        <p class="hint">No server is listened to.</p>
      ) : (
        <ul>
          {subscribed.map(({ name, subscription }) => (
            <li key={name}>
              <strong>{name}</strong> {subscription}
            </li>
          ))}
        </ul>
      )}
      <h3>What happened</h3>
      <div class="filters">
        <Select label="Kind" value={kind} onValue={setKind} options={["", ...KINDS]} />
      </div>
      {dropped > 0 ? <p class="hint">{dropped} were dropped: this page was too slow.</p> : null}
      <ol class="events">
        {shown.toReversed().map(({ n, at, kind: of, peer, text }) => (
          <li key={n} class={of}>
            <span class="time">{moment(at)}</span> <span class={`badge ${of}`}>{of}</span>{" "}
            {peer === null ? null : <strong>{peer}</strong>} <span class="said">{text}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
