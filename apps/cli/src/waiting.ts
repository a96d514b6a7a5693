import type { Client } from "@x/client";

const EVERY_MS = 2000;

/** Says every now and then who keeps everybody waiting, until the returned function is called. */
export function tellWhoIsLate(client: Client, note: (text: string) => void): () => void {
  let told = "";
  const timer = setInterval(() => {
    const late = client.peers.filter(({ state }) => state === "connecting").map(({ name }) => name);
    const names = late.join(", ");
    if (names !== "" && names !== told) note(`Still waiting for ${names}.`);
    told = names;
  }, EVERY_MS);
  return () => clearInterval(timer);
}
