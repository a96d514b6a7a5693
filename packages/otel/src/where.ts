import type { Attributes } from "@opentelemetry/api";
import type { Binding } from "@x/connection";

const known = new WeakMap<Binding, Attributes>();

/**
 * What a server is reached by, as far as that holds no secret: of a URL its host and port, of a command
 * nothing.
 */
export function whereOf(binding: Binding): Attributes {
  const before = known.get(binding);
  if (before !== undefined) return before;
  const where = attributesOf(binding);
  known.set(binding, where);
  return where;
}

function attributesOf(binding: Binding): Attributes {
  switch (binding.type) {
    case "stdio":
      return { "network.transport": "pipe" };
    case "http":
      return {
        "network.transport": "tcp",
        "network.protocol.name": "http",
        ...hostOf(binding.url),
      };
    case "memory":
    case "custom":
      return {};
  }
}

function hostOf(text: string): Attributes {
  if (!URL.canParse(text)) return {};
  const { protocol, hostname, port } = new URL(text);
  const usual = protocol === "https:" ? 443 : 80;
  // An IPv6 address has brackets in a URL only.
  const address = hostname.replace(/^\[|\]$/g, "");
  return { "server.address": address, "server.port": port === "" ? usual : Number(port) };
}
