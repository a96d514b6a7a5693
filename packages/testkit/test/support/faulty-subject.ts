import type { Connection } from "@x/connection";
import type { ContractSubject } from "../../src/index.js";

/** What is wrong with a connection, given the right one. */
export type Wrong = (right: Connection) => Partial<Connection>;

/** The same transports, with something wrong in their connections. */
export function faultySubject(subject: ContractSubject, wrong: Wrong): ContractSubject {
  return {
    ...subject,
    open: async (script, era) => {
      const { transport, ...rest } = await subject.open(script, era);
      const { binding } = transport;
      return {
        ...rest,
        transport: {
          binding,
          open: async (options) => {
            const opening = await transport.open(options);
            if (opening.type === "open_failure") return opening;
            return { ...copyOf(opening), ...wrong(opening) };
          },
        },
      };
    },
  };
}

function copyOf(connection: Connection): Connection {
  return {
    type: "connection",
    ids: connection.ids,
    closed: connection.closed,
    settle: (era) => connection.settle(era),
    exchange: (request, options) => connection.exchange(request, options),
    notify: (notification) => connection.notify(notification),
    on: (listener) => connection.on(listener),
    close: () => connection.close(),
  };
}
