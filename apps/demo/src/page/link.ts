import type { Answer, Ask, Command, HostMessage } from "../console/protocol.js";

/** How the page is connected to its host. */
export type LinkState = "connecting" | "open" | "lost";

/** What a {@link Link} tells the page. */
export interface LinkListener {
  readonly onState: (state: LinkState, reason: string) => void;
  readonly onMessage: (message: HostMessage) => void;
}

/** A command on its way. */
export interface Asked {
  readonly id: number;
  /** Never rejects: where the host is gone the answer says so. */
  readonly answer: Promise<Answer>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

/** The socket to the host, opened again whenever it is lost. Commands have ids that are never used twice. */
export class Link {
  readonly #url: string;
  readonly #listener: LinkListener;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #socket: WebSocket;
  #last = 0;
  #why = "";
  #pauseMs = FIRST_PAUSE_MS;

  constructor(url: string, listener: LinkListener) {
    this.#url = url;
    this.#listener = listener;
    this.#socket = this.#open();
  }

  ask(ask: Ask): Asked {
    this.#last += 1;
    const id = this.#last;
    const answer = new Promise<Answer>((resolve) => {
      if (this.#socket.readyState !== WebSocket.OPEN) {
        resolve(disconnected(id));
        return;
      }
      this.#waiting.set(id, resolve);
      const command: Command = { id, ...ask };
      this.#socket.send(JSON.stringify(command));
    });
    return { id, answer };
  }

  #open(): WebSocket {
    const socket = new WebSocket(this.#url);
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#listener.onState("open", "");
    };
    socket.onmessage = ({ data }) => {
      const message: HostMessage = JSON.parse(String(data));
      if (message.type === "answer") {
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
      }
      this.#listener.onMessage(message);
    };
    socket.onclose = ({ code, reason }) => {
      for (const [id, resolve] of this.#waiting) resolve(disconnected(id));
      this.#waiting.clear();
      // That it cannot be opened again says less than why it was lost.
      if (wasOpen || this.#why === "") this.#why = `code ${code}${reason && `, ${reason}`}`;
      this.#listener.onState("lost", this.#why);
      setTimeout(() => {
        this.#socket = this.#open();
      }, this.#pauseMs);
      this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
    };
    return socket;
  }
}

function disconnected(id: number): Answer {
  const message = "The page is not connected to its host.";
  return { type: "answer", id, ok: false, code: "disconnected", message };
}
