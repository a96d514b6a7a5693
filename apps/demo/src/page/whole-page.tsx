import type { JSX } from "preact";
import { useCallback, useEffect, useReducer, useRef, useState } from "preact/hooks";
import type { Ask } from "../console/protocol.js";
import { CallPanel } from "./call-panel.js";
import { EventsPanel } from "./events-panel.js";
import { Link } from "./link.js";
import { NamesPanel } from "./names-panel.js";
import { NOTHING, type PageState, step } from "./page-state.js";
import { PeersPanel } from "./peers-panel.js";
import { TryPanel } from "./try-panel.js";
import { WirePanel } from "./wire-panel.js";

const PANELS = ["try", "peers", "names", "call", "wire", "events"];

/** The page: one socket, one state, a panel for each part of it. */
export function Page({ url }: { readonly url: string }): JSX.Element {
  const [state, dispatch] = useReducer(step, NOTHING);
  const [running, setRunning] = useState(0);
  const link = useRef<Link>(undefined);
  useEffect(() => {
    link.current = new Link(url, {
      onState: (next, reason) => dispatch({ type: "link", state: next, reason }),
      onMessage: (message) => dispatch({ type: "message", message }),
    });
  }, [url]);

  const call = useCallback(async (ask: Extract<Ask, { readonly type: "call" }>) => {
    const asked = link.current?.ask(ask);
    if (asked === undefined) return;
    const { id } = asked;
    dispatch({ type: "called", id, tool: ask.tool, args: JSON.stringify(ask.arguments) });
    dispatch({ type: "call_over", id, answer: await asked.answer });
  }, []);

  const tell = useCallback(async (ask: Ask) => {
    if (ask.type === "cancel") dispatch({ type: "cancelling", id: ask.call });
    setRunning((count) => count + 1);
    const answer = await link.current?.ask(ask).answer;
    setRunning((count) => count - 1);
    if (answer === undefined) return;
    const text = answer.ok ? messageIn(answer.result) : `${answer.code}: ${answer.message}`;
    dispatch({ type: "status", text });
  }, []);

  const { snapshot, calls, frames, events } = state;
  return (
    <>
      <Top state={state} />
      <main id="main" tabIndex={-1}>
        {snapshot === undefined ? (
          <p>Waiting for the host…</p>
        ) : (
          <div class="panels">
            <TryPanel snapshot={snapshot} isBusy={running > 0} onAsk={tell} />
            <div class="column">
              <PeersPanel peers={snapshot.peers} />
              <NamesPanel snapshot={snapshot} />
            </div>
            <div class="column">
              <CallPanel
                tools={snapshot.tools}
                questions={snapshot.questions}
                calls={calls}
                onCall={call}
                onAsk={tell}
              />
              <WirePanel frames={frames} dropped={state.framesDropped} />
              <EventsPanel events={events} dropped={state.eventsDropped} peers={snapshot.peers} />
            </div>
          </div>
        )}
      </main>
      <footer>
        <p role="status">{running > 0 ? "Working…" : state.status || "Ready."}</p>
      </footer>
    </>
  );
}

function Top({
  state: { link, linkReason, snapshot },
}: {
  readonly state: PageState;
}): JSX.Element {
  const client = snapshot?.client;
  return (
    <header class="top">
      <button type="button" class="skip" onClick={() => goTo("main")}>
        Skip to the panels
      </button>
      <h1>x-mcp console</h1>
      <p>
        One client, {snapshot?.peers.length ?? 0} servers. It is{" "}
        <strong>{client?.state ?? "not known"}</strong>; policy{" "}
        <strong>{client?.policy ?? "not known"}</strong>.
      </p>
      <nav aria-label="Panels">
        {PANELS.map((id) => (
          // Not a link to a fragment: that is where the token is.
          <button key={id} type="button" onClick={() => goTo(id)}>
            {id}
          </button>
        ))}
      </nav>
      {link === "open" ? null : (
        <p class="problem" role="alert">
          {link === "connecting" ? "Connecting to the host…" : `Not connected (${linkReason}). `}
          {link === "lost"
            ? "Trying again. If it goes on, open the URL that the console printed."
            : ""}
        </p>
      )}
      {client?.state === "stopped" ? (
        <p class="problem" role="alert">
          The client has stopped: {client.message} Choose another policy.
        </p>
      ) : null}
    </header>
  );
}

function goTo(id: string): void {
  const panel = document.getElementById(id);
  panel?.scrollIntoView();
  panel?.focus({ preventScroll: true });
}

function messageIn(result: unknown): string {
  return typeof result === "object" && result !== null && "message" in result
    ? String(result.message)
    : "Done.";
}
