import { fileURLToPath } from "node:url";
import type { Transport } from "@x/connection";
import { httpTransport } from "@x/transport-http";
import { stdioTransport } from "@x/transport-stdio";
import type { DemoServer } from "../demo-servers.js";
import { type HttpServer, startHttpServer } from "../start-http-server.js";
import { Installation, type Version } from "./installation.js";
import { Stalled } from "./stalled.js";

/** How long an HTTP server that ended stays away before it is started again, in milliseconds. */
const RESTART_MS = 1000;

/** The one server that there are two versions of, and the programs of both. */
const UPGRADED = { name: "demo-orders", legacy: "demo-orders.js", modern: "demo-orders-2.js" };

/** What programs are made with. */
export interface ProgramsOptions {
  /** The directory of the programs. */
  readonly servers: URL;
  readonly onStderr: (server: string, line: string) => void;
  readonly onChange: () => void;
}

/** The programs of the servers, and what can be done to their processes. */
export class Programs {
  readonly #options: ProgramsOptions;
  readonly #pids = new Map<string, number>();
  readonly #stalled = new Map<string, Stalled>();
  readonly #http = new Map<string, HttpServer>();
  readonly #orders: Installation;
  readonly #restarts = new Set<NodeJS.Timeout>();
  readonly #starting = new Set<Promise<unknown>>();
  #isEnding = false;

  constructor(options: ProgramsOptions) {
    this.#options = options;
    this.#orders = new Installation(UPGRADED.name, {
      legacy: this.#script(UPGRADED.legacy),
      modern: this.#script(UPGRADED.modern),
    });
  }

  /**
   * How to reach a server. One over HTTP is started for it, and again whenever it ends; `undefined` where
   * it does not say where it listens. The others are started by whoever opens the transport.
   */
  async transportTo({
    name,
    over,
  }: Pick<DemoServer, "name" | "over">): Promise<Transport | undefined> {
    if (over === "http") {
      const server = await this.#startHttp(name, 0);
      return server.url === undefined ? undefined : httpTransport({ url: server.url });
    }
    const script = name === UPGRADED.name ? this.#orders.path : this.#script(`${name}.js`);
    return stdioTransport({
      command: process.execPath,
      args: [script, "--more"],
      onStderr: (text) => this.#stderr(name, text),
      onSpawn: (pid) => {
        this.#pids.set(name, pid);
        this.#options.onChange();
      },
    });
  }

  pidOf(name: string): number | undefined {
    return this.#pids.get(name);
  }

  isStalled(name: string): boolean {
    return this.#stalled.has(name);
  }

  /** Which version of a server is installed; nothing where there is only one. */
  versionOf(name: string): Version | undefined {
    return name === UPGRADED.name ? this.#orders.version : undefined;
  }

  /** Installs a version of the server that has two; it runs from the next start on. */
  install(version: Version): void {
    this.#orders.install(version);
    this.#options.onChange();
  }

  /** Sends a signal to the process with this id, which the caller knows to live. */
  signal(pid: number, signal: "SIGKILL" | "SIGUSR2"): void {
    process.kill(pid, signal);
  }

  /** Stops a server's process, which the caller knows to live. */
  stall(name: string, pid: number): void {
    if (this.#stalled.has(name)) return;
    this.#stalled.set(name, new Stalled(pid));
    this.#options.onChange();
  }

  /** Lets it go on, if it was stopped. */
  async resume(name: string): Promise<void> {
    const stalled = this.#stalled.get(name);
    if (stalled === undefined) return;
    this.#stalled.delete(name);
    await stalled.resume();
    this.#options.onChange();
  }

  /** To be called when a server's process is known to be gone. */
  gone(name: string): void {
    void this.resume(name);
    if (!this.#http.has(name)) this.#pids.delete(name);
  }

  /** Lets every process go on, so that it can end. */
  async resumeAll(): Promise<void> {
    await Promise.all([...this.#stalled.keys()].map((name) => this.resume(name)));
  }

  /** Ends the HTTP servers and removes the installation; the client has been closed by then. */
  async end(): Promise<void> {
    this.#isEnding = true;
    for (const restart of this.#restarts) clearTimeout(restart);
    await this.resumeAll();
    await Promise.allSettled(this.#starting);
    await Promise.all([...this.#http.values()].map((server) => server.end()));
    this.#orders.remove();
  }

  #script(file: string): string {
    return fileURLToPath(new URL(file, this.#options.servers));
  }

  async #startHttp(name: string, port: number): Promise<HttpServer> {
    const onStderr = (text: string): void => this.#stderr(name, text);
    const starting = startHttpServer(this.#script(`${name}.js`), onStderr, port);
    this.#starting.add(starting);
    const server = await starting;
    this.#starting.delete(starting);
    this.#http.set(name, server);
    if (server.pid !== undefined) this.#pids.set(name, server.pid);
    void server.over.then(() => {
      this.#pids.delete(name);
      void this.resume(name);
      this.#options.onChange();
      if (this.#isEnding || server.url === undefined) return;
      const at = Number.parseInt(new URL(server.url).port, 10);
      const restart = setTimeout(() => {
        this.#restarts.delete(restart);
        void this.#startHttp(name, at);
      }, RESTART_MS);
      this.#restarts.add(restart);
    });
    this.#options.onChange();
    return server;
  }

  #stderr(name: string, text: string): void {
    for (const line of text.split("\n")) {
      if (line !== "") this.#options.onStderr(name, line);
    }
  }
}
