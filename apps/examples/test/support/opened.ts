import type { Connection, Transport } from "@x/connection";
import { expect } from "vitest";

/** A connection over a transport, by a clock that never rings. Rejects where none can be opened. */
export async function opened(transport: Transport): Promise<Connection> {
  const connection = await transport.open({ clock: { now: () => 0, after: () => () => {} } });
  if (connection.type !== "connection") throw new Error(connection.message);
  return connection;
}

/** Sends ten megabytes to a server that does not read, of which one may wait: the connection has to end. */
export async function expectUnread(connection: Connection): Promise<void> {
  const text = "x".repeat(100_000);
  const sent = Array.from({ length: 100 }, () =>
    connection.notify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { text } }),
  );
  expect(await connection.closed).toMatchObject({
    type: "failed",
    message: expect.stringMatching(/left \d+ bytes unread/),
  });
  const outcomes = await Promise.all(sent);
  expect(outcomes.at(-1)).toMatchObject({ type: "closed" });
  await connection.close();
}
