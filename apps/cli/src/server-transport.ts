import { dirname, resolve } from "node:path";
import type { Config, ServerConfig } from "@x/config";
import type { Transport } from "@x/connection";
import { stdioTransport } from "@x/transport-stdio";

/**
 * How a server of a configuration is reached.
 *
 * A relative `cwd` counts from the folder of the configuration file, so that the file means the same
 * wherever the program is started; without one a server runs in the working directory `cwd`.
 *
 * @throws StdioError for a launch that means nothing to the operating system.
 */
export function serverTransport(server: ServerConfig, config: Config, cwd: string): Transport {
  if (server.type === "http") return unsupported(server.url);
  const { command, args, env } = server;
  const folder = dirname(resolve(cwd, config.file));
  return stdioTransport({
    command,
    args,
    env,
    cwd: server.cwd === undefined ? cwd : resolve(folder, server.cwd),
  });
}

/** The reason in a report for a server that is declared by URL. */
export const HTTP_NOT_SUPPORTED = "http_not_supported";

/**
 * A server that cannot be reached is declared and reported like every other one, so that the names
 * of tools do not change on the day it can be.
 */
function unsupported(url: string): Transport {
  return {
    binding: { type: "http", url },
    open: () =>
      Promise.resolve({
        type: "open_failure",
        phase: "connect",
        code: HTTP_NOT_SUPPORTED,
        message:
          'It is declared by "url", and this version reaches only servers that it starts itself. ' +
          'Declare it with a "command", or set "disabled": true for it.',
      }),
  };
}
