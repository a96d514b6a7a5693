import type { RequestId } from "@x/wire";
import { ConnectionError } from "./connection-error.js";
import type { IdTable } from "./id-table.js";
import type { Pending } from "./pending.js";

/**
 * Whether one more request can be pending.
 *
 * @throws ConnectionError `duplicate_id`, `too_many_pending`.
 */
export function admit(pending: IdTable<Pending>, id: RequestId, maxPending: number): void {
  if (pending.get(id) !== undefined) {
    throw new ConnectionError(
      `A request with id ${JSON.stringify(id)} is pending already. Take ids from connection.ids.`,
      { code: "duplicate_id" },
    );
  }
  if (pending.size >= maxPending) {
    throw new ConnectionError(
      `${maxPending} requests are pending on this connection. Wait for some, or raise maxPending.`,
      { code: "too_many_pending" },
    );
  }
}
