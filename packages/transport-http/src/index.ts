export type { HttpFailure, HttpHeader, HttpRequest, HttpSink, Send } from "./send.js";
