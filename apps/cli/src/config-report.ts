import type { Config, ServerConfig } from "@x/config";
import type { Invocation } from "./invocation.js";
import { shownUrl } from "./shown-url.js";
import { type ProblemReport, problemReports } from "./unusable.js";

/** What stands for a value that nobody is to see. */
const HIDDEN = "[redacted]";

/** What `config` says of one server. No value of `env`, `headers` or a query is in it. */
export interface ServerConfigReport {
  readonly name: string;
  readonly type: "http" | "stdio";
  readonly command?: string;
  readonly args?: readonly string[];
  /** As written. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly allowInsecure?: boolean;
  readonly allowLegacy: ServerConfig["allowLegacy"];
  readonly probeTimeoutMs?: number;
  readonly legacyProbeTimeoutMs?: number;
  readonly startTimeoutMs?: number;
  readonly tools?: ServerConfig["tools"];
  readonly origin: ServerConfig["origin"];
  readonly ignoredKeys: readonly string[];
}

/** What `config --json` prints. */
export interface ConfigReport {
  /** In the order they were merged in. */
  readonly files: readonly string[];
  /** Whether they were found in the usual places. */
  readonly found: boolean;
  /** The file of the overlay, absolute, where there is one. */
  readonly overlay: string | null;
  readonly collision: Config["collision"];
  /** The file that says so; `null` where none does. */
  readonly collisionFrom: string | null;
  readonly servers: readonly ServerConfigReport[];
  readonly disabled: readonly string[];
  /** Servers that are declared and cannot be used. */
  readonly unusable: readonly {
    readonly name: string;
    readonly problems: readonly ProblemReport[];
  }[];
  readonly replaced: Config["replaced"];
  readonly notes: readonly {
    readonly server: string;
    readonly code: string;
    readonly message: string;
  }[];
}

/** The configuration in effect, without secrets. */
export function configReport({ config, loaded, redaction }: Invocation): ConfigReport {
  const { files, collision, collisionFrom = null, servers, disabled, unusable, replaced } = config;
  const { overlay, notes, isFound } = loaded;
  return {
    files,
    found: isFound,
    overlay: overlay?.overlay === undefined ? null : overlay.file,
    collision,
    collisionFrom,
    servers: servers.map((server) => serverReport(server, redaction.text)),
    disabled,
    unusable: unusable.map((server) => ({ name: server.name, problems: problemReports(server) })),
    replaced,
    notes: notes.map(({ server, code, message }) => ({ server, code, message })),
  };
}

function serverReport(server: ServerConfig, hide: (text: string) => string): ServerConfigReport {
  const { name, type, allowLegacy, origin, ignoredKeys } = server;
  const { probeTimeoutMs, legacyProbeTimeoutMs, startTimeoutMs, tools } = server;
  return {
    name,
    type,
    ...(server.type === "stdio"
      ? {
          command: hide(server.command),
          args: server.args.map(hide),
          ...(server.cwd === undefined ? {} : { cwd: hide(server.cwd) }),
          env: hidden(server.env),
        }
      : {
          url: hide(shownUrl(server.url)),
          headers: hidden(server.headers),
          allowInsecure: server.allowInsecure,
        }),
    allowLegacy,
    ...(probeTimeoutMs === undefined ? {} : { probeTimeoutMs }),
    ...(legacyProbeTimeoutMs === undefined ? {} : { legacyProbeTimeoutMs }),
    ...(startTimeoutMs === undefined ? {} : { startTimeoutMs }),
    ...(tools === undefined ? {} : { tools }),
    origin,
    ignoredKeys,
  };
}

function hidden(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, HIDDEN]));
}
