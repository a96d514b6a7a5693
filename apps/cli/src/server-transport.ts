import { dirname, resolve } from "node:path";
import type { Config, ServerConfig } from "@x/config";
import type { Transport } from "@x/connection";
import { HttpTransportError, httpTransport } from "@x/transport-http";
import { StdioError, stdioTransport } from "@x/transport-stdio";
import { CliError } from "./cli-error.js";

/**
 * How a server of a configuration is reached.
 *
 * A relative `cwd` counts from the folder of the configuration file, so that the file means the same
 * wherever the program is started; without one a server runs in the working directory `cwd`.
 *
 * @throws CliError `invalid_server` for a server that a transport cannot be made for, with its name.
 */
export function serverTransport(server: ServerConfig, config: Config, cwd: string): Transport {
  try {
    return transportOf(server, config, cwd);
  } catch (cause) {
    if (!(cause instanceof StdioError) && !(cause instanceof HttpTransportError)) throw cause;
    const name = JSON.stringify(server.name);
    const remedy = cause.code === "insecure_url" ? ' That is "allowInsecure": true.' : "";
    throw new CliError(`${config.file}: server ${name}: ${cause.message}${remedy}`, {
      code: "invalid_server",
      cause,
    });
  }
}

function transportOf(server: ServerConfig, config: Config, cwd: string): Transport {
  switch (server.type) {
    case "stdio": {
      const { command, args, env } = server;
      const folder = dirname(resolve(cwd, config.file));
      return stdioTransport({
        command,
        args,
        env,
        cwd: server.cwd === undefined ? cwd : resolve(folder, server.cwd),
      });
    }
    case "http": {
      const { url, headers, allowInsecure } = server;
      return httpTransport({ url, headers, allowInsecure });
    }
  }
}
