/**
 * One host, one endpoint, two users: what is private to one is never given to the other.
 *
 * The cache knows a private result by its authorization context, a digest of the headers that it was asked
 * with. So each user reads for themselves, and once; what the server calls public is read once for both.
 */
import { Client } from "@x/client";
import { httpTransport } from "@x/transport-http";
import { documentServer } from "./servers/documents.ts";

const server = await documentServer();
const client = new Client({ clientInfo: { name: "two-users", version: "1.0.0" } });
for (const [name, token] of [
  ["alice", "a-1"],
  ["bob", "b-2"],
] as const) {
  const headers = { authorization: `Bearer ${token}` };
  client.addServer(name, httpTransport({ url: server.url, headers }));
}

try {
  await client.connect();
  for (const uri of ["docs://mine", "docs://mine", "docs://handbook"]) {
    for (const user of ["alice", "bob"]) {
      const [content] = (await client.readResource(user, uri)).contents;
      console.log(`${user}, ${uri}: ${content?.["text"]}`);
    }
  }
  console.log("The server was asked by");
  for (const read of server.reads) console.log(`- ${read}`);
} finally {
  await client.close();
  await server.close();
}
// => alice, docs://mine: What only Alice may see.
// => bob, docs://mine: What only Bob may see.
// => alice, docs://mine: What only Alice may see.
// => bob, docs://mine: What only Bob may see.
// => alice, docs://handbook: The handbook of all.
// => bob, docs://handbook: The handbook of all.
// => The server was asked by
// => - Alice docs://mine
// => - Bob docs://mine
// => - Alice docs://handbook
