import { dirname, resolve } from "node:path";
import type { Config, HttpServerConfig, ServerConfig, StdioServerConfig } from "@x/config";
import type { Transport } from "@x/connection";
import { CliError } from "./cli-error.js";

/**
 * How a server of a configuration is reached. What one kind of server needs is loaded where there is one.
 *
 * A relative `cwd` counts from the folder of the configuration file, so that the file means the same
 * wherever the program is started; without one a server runs in the working directory `cwd`.
 *
 * @throws CliError `invalid_server` for a server that a transport cannot be made for, with its name.
 */
export function serverTransport(
  server: ServerConfig,
  config: Config,
  cwd: string,
): Promise<Transport> {
  return server.type === "stdio" ? ofProcess(server, config, cwd) : ofEndpoint(server, config);
}

async function ofProcess(
  server: StdioServerConfig,
  config: Config,
  cwd: string,
): Promise<Transport> {
  const { StdioError, stdioTransport } = await import("@x/transport-stdio");
  const { command, args, env } = server;
  const folder = dirname(resolve(cwd, config.file));
  try {
    return stdioTransport({
      command,
      args,
      env,
      cwd: server.cwd === undefined ? cwd : resolve(folder, server.cwd),
    });
  } catch (cause) {
    throw cause instanceof StdioError ? invalidServer(server, config, cause) : cause;
  }
}

async function ofEndpoint(server: HttpServerConfig, config: Config): Promise<Transport> {
  const { HttpTransportError, httpTransport } = await import("@x/transport-http");
  const { url, headers, allowInsecure } = server;
  try {
    return httpTransport({ url, headers, allowInsecure });
  } catch (cause) {
    throw cause instanceof HttpTransportError ? invalidServer(server, config, cause) : cause;
  }
}

function invalidServer(
  { name }: ServerConfig,
  { file }: Config,
  cause: Error & { readonly code: string },
): CliError {
  const remedy = cause.code === "insecure_url" ? ' That is "allowInsecure": true.' : "";
  return new CliError(`${file}: server ${JSON.stringify(name)}: ${cause.message}${remedy}`, {
    code: "invalid_server",
    cause,
    about: { server: name },
  });
}
