export { caseNames, loadCase } from "./cases.js";
export type {
  Carrier,
  ContractCase,
  ContractPeer,
  ContractSubject,
  LeftOut,
} from "./contract/contract-subject.js";
export { contractLeftOut, transportContract } from "./contract/transport-contract.js";
export { DEVIATION_EXIT_CODE } from "./deviation.js";
export { type FakeServer, type FakeServerOptions, fakeServer } from "./fake-server.js";
export { type HttpReply, httpReply } from "./http/faults/http-reply.js";
export { WANTED_TEXT } from "./http/faults/wanted-answer.js";
export { HTTP_FAULTS, type HttpFaultName } from "./http/http-faults.js";
export { type HttpServer, httpServer } from "./http/http-server.js";
export { type InsteadOf, insteadOf, type RequestPattern } from "./http/instead-of.js";
export type { LegacyHttp } from "./http/legacy-endpoint.js";
export type { HttpBehaviour, ReceivedRequest } from "./http/received-request.js";
export {
  type HttpStyle,
  type ScriptedHttpOptions,
  type ScriptedHttpServer,
  scriptedHttpServer,
} from "./http/scripted-http-server.js";
export type { ReplyForm } from "./http/server-stream.js";
export { parseTranscript } from "./parse-transcript.js";
export { groupMembers, processesWith } from "./process-group.js";
export { type ScriptedTransport, scriptedTransport } from "./scripted-transport.js";
export { TestkitError, type TestkitErrorCode } from "./testkit-error.js";
export { TRAITS, type Trait } from "./trait.js";
export type { Lifetime, StandingAnswer, Step, Transcript } from "./transcript.js";
