import type { JSX } from "preact";
import type { ConsoleSnapshot } from "../console/protocol.js";
import { Panel } from "./panel.js";

/** One set of names out of all servers, and what could not have the name it wanted. */
export function NamesPanel({ snapshot }: { readonly snapshot: ConsoleSnapshot }): JSX.Element {
  const { tools, prompts, collisions, quarantined, client } = snapshot;
  return (
    <Panel id="names" title="Names">
      <p class="hint">
        The model sees the canonical name; the wire carries the local one. Policy: {client.policy}.
      </p>
      <table>
        <caption>{tools.length} tools</caption>
        <thead>
          <tr>
            <th scope="col">Canonical</th>
            <th scope="col">Owner</th>
            <th scope="col">Local</th>
          </tr>
        </thead>
        <tbody>
          {tools.map(({ canonical, peer, local }) => (
            <tr key={canonical} class={canonical === local ? "" : "renamed"}>
              <th scope="row">{canonical}</th>
              <td>{peer}</td>
              <td>{local}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        Prompts:{" "}
        {prompts.map(({ canonical, peer }) => `${canonical} (${peer})`).join(", ") || "none"}
      </p>
      <h3>Collisions</h3>
      <Sentences of={collisions} none="No two servers want the same name." />
      <h3>Quarantined</h3>
      <Sentences of={quarantined} none="Nothing is left out." />
    </Panel>
  );
}

function Sentences({
  of,
  none,
}: {
  readonly of: readonly { readonly message: string }[];
  readonly none: string;
}): JSX.Element {
  if (of.length === 0) return <p class="hint">{none}</p>;
  return (
    <ul>
      {of.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
