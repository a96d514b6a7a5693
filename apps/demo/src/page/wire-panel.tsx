import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Frame } from "../console/protocol.js";
import { FrameRow } from "./frame-row.js";
import { Panel } from "./panel.js";
import { Select } from "./select.js";

/** The most rows that are shown, beside the one that somebody was led to. */
const MAX_ROWS = 150;

const ALL = "";

/** Every frame, newest first, with filters. */
export function WirePanel({
  frames,
  dropped,
}: {
  readonly frames: readonly Frame[];
  readonly dropped: number;
}): JSX.Element {
  const [peer, setPeer] = useState(ALL);
  const [method, setMethod] = useState(ALL);
  const [id, setId] = useState("");
  const [shown, show] = useState<number | undefined>(undefined);
  const [led, setLed] = useState<number | undefined>(undefined);
  const list = useRef<HTMLOListElement>(null);

  const peers = useMemo(() => distinct(frames, (frame) => frame.peer), [frames]);
  const methods = useMemo(() => distinct(frames, (frame) => frame.method), [frames]);
  const replies = useMemo(
    () => new Map(frames.flatMap(({ of, n }) => (of === null ? [] : [[of, n]]))),
    [frames],
  );
  const kept = new Set(frames.map(({ n }) => n));
  const matching = frames.filter(
    (frame) =>
      (peer === ALL || frame.peer === peer) &&
      (method === ALL || frame.method === method) &&
      (id.trim() === "" || frame.id === id.trim()),
  );

  function lead(to: number): void {
    if (matching.every(({ n }) => n !== to)) {
      setPeer(ALL);
      setMethod(ALL);
      setId("");
    }
    setLed(to);
    show(to);
  }
  useEffect(() => {
    if (shown === undefined) return;
    const row = list.current?.querySelector<HTMLDetailsElement>(`[data-n="${shown}"] details`);
    if (row === null || row === undefined) return;
    row.open = true;
    row.querySelector("summary")?.focus();
    row.scrollIntoView({ block: "nearest" });
    show(undefined);
  }, [shown]);

  return (
    <Panel id="wire" title="Wire">
      <div class="filters">
        <Select label="Peer" value={peer} onValue={setPeer} options={[ALL, ...peers]} />
        <Select label="Method" value={method} onValue={setMethod} options={[ALL, ...methods]} />
        <div class="field">
          <label for="wire-id">Id</label>
          <input
            id="wire-id"
            type="text"
            autocomplete="off"
            size={6}
            value={id}
            onInput={({ currentTarget }) => setId(currentTarget.value)}
          />
        </div>
      </div>
      <p class="hint">
        {matching.length} of the last {frames.length} frames, newest first
        {dropped > 0 ? `; ${dropped} were dropped, this page was too slow` : ""}
      </p>
      <ol class="frames" ref={list}>
        {matching
          .filter(({ n }, at) => at >= matching.length - MAX_ROWS || n === led)
          .reverse()
          .map((frame) => {
            const { n, of } = frame;
            const other = of ?? replies.get(n);
            return (
              <FrameRow
                key={n}
                frame={frame}
                other={other !== undefined && kept.has(other) ? other : undefined}
                onLead={lead}
              />
            );
          })}
      </ol>
    </Panel>
  );
}

function distinct(
  frames: readonly Frame[],
  of: (frame: Frame) => string | null,
): readonly string[] {
  return [...new Set(frames.map(of).filter((one) => one !== null))].sort();
}
