import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";

/** The built servers of the demo. */
const SERVERS = join(import.meta.dirname, "../../../demo/dist/servers");

const FIXTURES = join(import.meta.dirname, "../fixtures");

/** What every folder has in it: configurations with servers of the demo. */
const SHARED = join(import.meta.dirname, "files");

/** The servers of the demo that are endpoints; each serves all transcripts. */
const ENDPOINTS = ["files", "invoices"] as const;

/** What servers and the program itself find around them, as long as the tests take. */
export interface Surroundings {
  /** The one folder of the search path: `node` is all that it has. */
  readonly bin: string;
  /** Of the endpoints, by their placeholders. */
  readonly ports: ReadonlyMap<string, string>;
  readonly close: () => Promise<void>;
}

/** Starts the demo's endpoints, and one that asks everybody for other credentials. */
export async function begin(): Promise<Surroundings> {
  const bin = mkdtempSync(join(tmpdir(), "x-mcp-golden-"));
  symlinkSync(process.execPath, join(bin, "node"));
  const children = ENDPOINTS.map((name) =>
    spawn(process.execPath, [join(SERVERS, `${name}.js`)], { stdio: ["pipe", "pipe", "ignore"] }),
  );
  const ports = new Map<string, string>();
  await Promise.all(
    ENDPOINTS.map(async (name, at) => ports.set(`{${name}-port}`, await portOf(children[at]))),
  );
  const wall = createServer((_request, response) =>
    response
      .writeHead(401, {
        "content-type": "text/plain",
        "www-authenticate": 'Bearer realm="wiki", scope="wiki:read", error="invalid_token"',
      })
      .end("token expired"),
  );
  wall.listen(0, "127.0.0.1");
  await once(wall, "listening");
  ports.set("{wiki-port}", `${(wall.address() as AddressInfo).port}`);
  const close = async (): Promise<void> => {
    await ended(children, wall);
    rmSync(bin, { recursive: true });
  };
  return { bin, ports, close };
}

async function portOf(child: ChildProcess | undefined): Promise<string> {
  if (child?.stdout == null) throw new Error("The servers of the demo are not built.");
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const [, port] = /:(\d+)\/mcp/.exec(String(value)) ?? [];
  if (port === undefined) throw new Error(`A server of the demo said ${String(value)}.`);
  return port;
}

async function ended(children: readonly ChildProcess[], wall: Server): Promise<void> {
  wall.close();
  wall.closeAllConnections();
  await Promise.all(
    children.map(async (child) => {
      const exit = once(child, "exit");
      child.stdin?.end();
      await exit;
    }),
  );
}

/** The folder that transcripts are run in. */
export interface Workspace {
  readonly path: string;
  /** Of whoever runs them; nothing of the real one is read or written. */
  readonly env: Readonly<Record<string, string>>;
  /** What it has by its placeholders. */
  readonly known: ReadonlyMap<string, string>;
  readonly remove: () => void;
}

/**
 * Makes a folder with these files and those of all transcripts, with the servers of the demo under `servers` and with
 * those that do as a script says under `fixtures`.
 */
export function workspace(
  files: ReadonlyMap<string, string>,
  { bin, ports }: Surroundings,
): Workspace {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "x-mcp-golden-")));
  symlinkSync(SERVERS, join(path, "servers"));
  symlinkSync(FIXTURES, join(path, "fixtures"));
  const shared = readdirSync(SHARED).map(
    (name) => [name, readFileSync(join(SHARED, name), "utf8")] as const,
  );
  for (const [name, text] of [...shared, ...files]) {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      [...ports].reduce((all, [placeholder, port]) => all.replaceAll(placeholder, port), text),
    );
  }
  const home = join(path, "home");
  mkdirSync(home, { recursive: true });
  return {
    path,
    env: { PATH: bin, HOME: home },
    // What is within another comes behind it.
    known: new Map([
      ["{home}", home],
      ["{folder}", path],
      ["{bin}", bin],
      ...[...ports].map(([name, port]) => [`:${name}/`, `:${port}/`] as const),
    ]),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
