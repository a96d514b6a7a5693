import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Frame } from "../console/protocol.js";
import { moment } from "./moment.js";

interface FrameRowProps {
  readonly frame: Frame;
  /** The reply to it, or the request of it, where that is still there. */
  readonly other: number | undefined;
  readonly onLead: (to: number) => void;
}

/** One frame: a line, and behind it the whole. */
export function FrameRow({ frame, other, onLead }: FrameRowProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { n, at, peer, direction, kind, method, id, latencyMs, length, text, connection } = frame;
  return (
    <li data-n={n} class={direction}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span class="number">#{n}</span> <span class="time">{moment(at)}</span>{" "}
          <span class="way">{direction === "sent" ? "→ to" : "← from"}</span>{" "}
          <span class="peer">{peer}</span>{" "}
          <span class="method">
            {method ?? "no method"}
            {kind === "request" ? "" : ` (${kind})`}
          </span>
          {id === null ? null : <span class="id"> id {id}</span>}
          {latencyMs === null ? null : <span class="latency"> {latencyMs.toFixed(1)} ms</span>}
        </summary>
        {isOpen ? (
          <div class="frame">
            <p class="hint">
              Connection {connection}, {length} characters
              {length > text.length ? `, of which ${text.length} are shown` : ""}
            </p>
            {other === undefined ? null : (
              <button type="button" onClick={() => onLead(other)}>
                {frame.of === null ? "Go to its reply" : "Go to its request"}, #{other}
              </button>
            )}
            <pre>{pretty(text)}</pre>
          </div>
        ) : null}
      </details>
    </li>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
