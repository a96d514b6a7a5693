import { CLIENT } from "../contender.js";

/** The revision that the bare clients speak. */
export const REVISION = "2026-07-28";

/** What is in each of their requests. */
export const META: object = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": CLIENT,
};
