import type { HttpServerConfig, ServerConfig, StdioServerConfig } from "@x/config";
import type { Transport } from "@x/connection";
import { CliError } from "./cli-error.js";
import { serverFolder } from "./server-folder.js";

/**
 * How a server of a configuration is reached. What one kind of server needs is loaded where there is one.
 *
 * @throws CliError `invalid_server` for a server that a transport cannot be made for, with its name.
 */
export function serverTransport(server: ServerConfig, cwd: string): Promise<Transport> {
  return server.type === "stdio" ? ofProcess(server, cwd) : ofEndpoint(server);
}

async function ofProcess(server: StdioServerConfig, cwd: string): Promise<Transport> {
  const { StdioError, stdioTransport } = await import("@x/transport-stdio");
  const { command, args, env } = server;
  try {
    return stdioTransport({ command, args, env, cwd: serverFolder(server, cwd) });
  } catch (cause) {
    throw cause instanceof StdioError ? invalidServer(server, cause) : cause;
  }
}

async function ofEndpoint(server: HttpServerConfig): Promise<Transport> {
  const { HttpTransportError, httpTransport } = await import("@x/transport-http");
  const { url, headers, allowInsecure } = server;
  try {
    return httpTransport({ url, headers, allowInsecure });
  } catch (cause) {
    throw cause instanceof HttpTransportError ? invalidServer(server, cause) : cause;
  }
}

function invalidServer(
  { name, origin: { file } }: ServerConfig,
  cause: Error & { readonly code: string },
): CliError {
  const remedy =
    cause.code === "insecure_url" ? ' That is "allowInsecure": true, or --allow-insecure.' : "";
  return new CliError(`${file}: server ${JSON.stringify(name)}: ${cause.message}${remedy}`, {
    code: "invalid_server",
    cause,
    about: { server: name },
  });
}
