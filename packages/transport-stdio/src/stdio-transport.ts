import { isAscii } from "node:buffer";
import { basename, resolve } from "node:path";
import type { Connection, OpenFailure, OpenOptions, Transport } from "@x/connection";
import { LineDecoder } from "@x/wire";
import { supervise } from "./child-channel.js";
import { childEnvironment, environmentHash } from "./environment.js";
import type { RecordFailure } from "./record-file.js";
import { Redaction } from "./redaction.js";
import { spawnServer } from "./spawn-server.js";
import { StderrLog } from "./stderr-log.js";
import { checkOptions, type StdioOptions } from "./stdio-options.js";

/**
 * Reaches a server by starting it: every opening is a new child process, and its connection lives
 * as long as that process does.
 *
 * - The child leads a process group of its own. Whatever ends the connection, `close()` settles only
 *   when no process of that group lives: the end of stdin, then SIGTERM, then SIGKILL, each to all
 *   of it. Call it too when the process exited by itself, before opening again.
 * - The values of `env` (four characters or more, what a child inherits anyway aside) are replaced by
 *   `[NAME]` in everything that can be seen: stderr lines, messages, failures. They go into the
 *   child's environment and, hashed, into the binding; never into arguments.
 * - An opening that fails is a value and leaves nothing behind. `signal` counts until then.
 * - Requests are not sent again, and a process is not started again, by this transport.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio}
 *
 * @throws StdioError for options without meaning: `invalid_command`, `invalid_argument`, `invalid_cwd`, `invalid_environment`, `invalid_limit`.
 */
export function stdioTransport(options: StdioOptions): Transport {
  checkOptions(options);
  const { command, onSpawn, record } = options;
  const args = [...(options.args ?? [])];
  const cwd = resolve(options.cwd ?? ".");
  const own = { ...options.env };
  const redaction = new Redaction(own);
  const { stdinMs = 2000, termMs = 2000 } = options.stopTimeouts ?? {};

  const open = async ({ clock, signal }: OpenOptions): Promise<Connection | OpenFailure> => {
    if (signal?.aborted) return aborted(command, redaction);
    const server = await spawnServer({ command, args, cwd, env: childEnvironment(own) });
    if (server.type === "open_failure") {
      return { ...server, message: redaction.text(server.message) };
    }
    const entry = record?.enter({ pid: server.pid, command: redaction.text(basename(command)) });
    const connection = supervise(server, {
      clock,
      decoder: new LineDecoder({
        ...(options.maxFrameBytes !== undefined && { maxFrameBytes: options.maxFrameBytes }),
        decodeUtf8,
      }),
      stderr: new StderrLog({
        limitBytes: options.stderrBytes ?? 64 * 1024,
        redaction,
        onText: options.onStderr,
      }),
      stdinMs,
      termMs,
      maxQueuedBytes: options.maxQueuedBytes ?? 256 * 1024 * 1024,
      onGone: entry && (() => entry.remove()),
    });
    onSpawn?.(server.pid);
    const failure = await entry?.written;
    if (failure === undefined && !signal?.aborted) return connection;
    await connection.close();
    return failure === undefined
      ? aborted(command, redaction)
      : unrecorded(command, failure, redaction);
  };

  const envHash = environmentHash(own);
  return {
    binding: { type: "stdio", command, args, cwd, envHash },
    authorization: async () => envHash,
    open,
  };
}

function aborted(command: string, redaction: Redaction): OpenFailure {
  const message = redaction.text(`"${command}" was not started: the opening was aborted.`);
  return { type: "open_failure", phase: "aborted", code: "ABORT_ERR", message };
}

function unrecorded(command: string, failure: RecordFailure, redaction: Redaction): OpenFailure {
  const message = `"${command}" was ended again, since it could not be entered in the record of processes: ${failure.message} Or open without a record.`;
  return {
    type: "open_failure",
    phase: "spawn",
    code: failure.code,
    message: redaction.text(message),
  };
}

/** Nearly every frame is all ASCII, and then its bytes are its characters: a copy will do. */
function decodeUtf8(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString(isAscii(buffer) ? "latin1" : "utf8");
}
