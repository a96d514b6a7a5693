import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Ask, ConsoleSnapshot, PeerView, TryName } from "../console/protocol.js";
import { Panel } from "./panel.js";
import { Select } from "./select.js";

type Policy = ConsoleSnapshot["client"]["policy"];

const POLICIES: readonly Policy[] = ["prefix", "prefix-always", "reject"];

interface TryProps {
  readonly snapshot: ConsoleSnapshot;
  /** Whether something is being done that has to end first. */
  readonly isBusy: boolean;
  readonly onAsk: (ask: Ask) => void;
}

/** Things to do to the servers, each of them real. */
export function TryPanel(props: TryProps): JSX.Element {
  const isStopped = props.snapshot.client.state === "stopped";
  return (
    <Panel id="try" title="Try">
      <div class="tries">
        <OneServer {...props} isStopped={isStopped} />
        <Era {...props} isStopped={isStopped} />
        <Collision {...props} isStopped={isStopped} />
      </div>
    </Panel>
  );
}

/** What each part of it is told. */
interface PartProps extends TryProps {
  /** Whether there is no client that could do anything. */
  readonly isStopped: boolean;
}

function OneServer({ snapshot, isBusy, isStopped, onAsk }: PartProps): JSX.Element {
  const names = snapshot.peers.filter(({ can }) => can.length > 0).map(({ name }) => name);
  const [chosen, choose] = useState("notes");
  const peer = snapshot.peers.find(({ name }) => name === chosen) ?? snapshot.peers[0];
  const name = peer?.name ?? "";
  const button = (of: SimpleTry, text: string): JSX.Element => (
    <Try
      isOff={isBusy || !canBe(peer, of) || (isStopped && of === "reconnect")}
      onTry={() => onAsk({ type: of, peer: name })}
      text={text}
    />
  );
  return (
    <Group
      title="One server"
      hint="Kill it and watch it come back; change its tools; stall it, then call it."
    >
      <Select label="Server" value={name} onValue={choose} options={names} />
      <p class="buttons">
        {button("kill", "Kill (SIGKILL)")}
        {button("change_tools", "Change its tools")}
        {peer?.isStalled === true
          ? button("resume", "Let it go on")
          : button("stall", "Stall (SIGSTOP)")}
        {button("reconnect", "Connect anew")}
      </p>
    </Group>
  );
}

type SimpleTry = "kill" | "stall" | "resume" | "change_tools" | "reconnect";

function Era({ snapshot, isBusy, isStopped, onAsk }: PartProps): JSX.Element {
  const legacy = snapshot.peers.filter(({ can }) => can.includes("allow_legacy"));
  const [chosen, choose] = useState("demo-orders");
  const peer = legacy.find(({ name }) => name === chosen) ?? legacy[0];
  const upgraded = snapshot.peers.find(({ can }) => can.includes("upgrade"));
  const to = upgraded?.installed === "modern" ? "legacy" : "modern";
  return (
    <Group
      title="Eras"
      hint="Without the permission a legacy server gets no initialize. An upgraded one is found to be modern."
    >
      <Select
        label="Legacy server"
        value={peer?.name ?? ""}
        onValue={choose}
        options={legacy.map(({ name }) => name)}
      />
      <p class="buttons">
        <Try
          isOff={isBusy || isStopped || peer === undefined}
          onTry={() => {
            if (peer === undefined) return;
            onAsk({ type: "allow_legacy", peer: peer.name, allow: !peer.allowLegacy });
          }}
          text={peer?.allowLegacy === false ? "Give allowLegacy" : "Take away allowLegacy"}
        />
        <Try
          isOff={isBusy || isStopped || upgraded === undefined}
          onTry={() => {
            if (upgraded !== undefined) onAsk({ type: "upgrade", peer: upgraded.name, to });
          }}
          text={`${to === "modern" ? "Upgrade" : "Downgrade"} demo-orders to ${to} and restart it`}
        />
      </p>
    </Group>
  );
}

function Collision({ snapshot, isBusy, isStopped, onAsk }: PartProps): JSX.Element {
  const { client, hasColliding } = snapshot;
  const [policy, setPolicy] = useState<Policy>(client.policy);
  // Another page may have switched it.
  useEffect(() => setPolicy(client.policy), [client.policy]);
  return (
    <Group
      title="Collisions"
      hint="One more server with a tool search; and what becomes of names that several want."
    >
      <p class="buttons">
        <Try
          isOff={isBusy || isStopped}
          onTry={() => onAsk({ type: hasColliding ? "remove_colliding" : "add_colliding" })}
          text={hasColliding ? "Remove archive" : "Add archive, which collides"}
        />
      </p>
      <Select
        label="Policy"
        value={policy}
        onValue={(value) => setPolicy(POLICIES.find((one) => one === value) ?? "prefix")}
        options={POLICIES}
      />
      <p class="buttons">
        <Try
          isOff={isBusy}
          onTry={() => onAsk({ type: "policy", policy })}
          text="Switch policy (a new client)"
        />
      </p>
    </Group>
  );
}

function Group({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="card">
      <h3>{title}</h3>
      <p class="hint">{hint}</p>
      {children}
    </div>
  );
}

function Try({
  isOff,
  onTry,
  text,
}: {
  readonly isOff: boolean;
  readonly onTry: () => void;
  readonly text: string;
}): JSX.Element {
  // Not `disabled`: the focus would be lost, and with it the place of whoever uses the keyboard.
  return (
    <button type="button" aria-disabled={isOff} onClick={() => (isOff ? undefined : onTry())}>
      {text}
    </button>
  );
}

function canBe(peer: PeerView | undefined, name: TryName): boolean {
  return peer?.can.includes(name) === true;
}
