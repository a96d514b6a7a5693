import type { HttpFailure } from "./send.js";

/** What a platform's code means, and what to do about it. */
export interface FailureCause {
  /** In which phase it can only have happened, where the platform does not tell. */
  readonly phase: HttpFailure["phase"];
  /**
   * A sentence or two, where the code alone says enough for them. `{place}` stands for host and port,
   * `{host}` for the host alone, `{code}` for the code.
   */
  readonly text?: string;
}

/** Codes of Node, OpenSSL, zlib, llhttp, undici and Bun; the first that fits counts. */
const CAUSES: readonly (FailureCause & { readonly codes: RegExp })[] = [
  {
    codes: /^ERR_INVALID_(?:URL|PROTOCOL)$/,
    phase: "connect",
    text: "The URL is not one that can be asked. Give one that begins with http:// or https://.",
  },
  {
    codes: /^(?:ERR_INVALID_CHAR|ERR_INVALID_HTTP_TOKEN|UND_ERR_INVALID_ARG)$/,
    phase: "connect",
    text: "The request to {place} was not sent: a header holds what HTTP does not allow there ({code}). Line ends and most characters beyond ASCII are not.",
  },
  {
    codes: /^INVALID_PROXY$/,
    phase: "connect",
    text: "What HTTP_PROXY or HTTPS_PROXY names is not a proxy's URL. Write it as http://host:port.",
  },
  {
    codes: /^PROXY_407$/,
    phase: "connect",
    text: "The proxy on the way to {place} wants to know who asks. Put name and password into its URL in HTTP_PROXY or HTTPS_PROXY.",
  },
  {
    codes: /^PROXY_\d+$/,
    phase: "connect",
    text: "The proxy on the way to {place} does not connect to it ({code}). Ask whoever runs it, or put {host} into NO_PROXY.",
  },
  {
    codes: /^(?:ECONNREFUSED|ConnectionRefused)$/,
    phase: "connect",
    text: "Nothing listens at {place}. Start the server, or correct the URL.",
  },
  {
    codes: /^(?:ENOTFOUND|EAI_NONAME|EAI_NODATA)$/,
    phase: "connect",
    text: "The name {host} is not known. Correct the URL, or check the network's name server.",
  },
  {
    codes: /^EAI_/,
    phase: "connect",
    text: "The name {host} cannot be looked up now. Check the network and its name server.",
  },
  {
    codes: /^(?:E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL|EACCES|EPERM)$/,
    phase: "connect",
    text: "There is no way to {place} from here. Check the network, and what may block it: VPN, firewall.",
  },
  {
    codes: /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    phase: "connect",
    text: "The server at {place} took no connection in time. Check that it is up, and that no firewall is in between.",
  },
  {
    codes: /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/,
    phase: "tls",
    text: "The certificate of {place} is not valid today ({code}). Renew it, or set this machine's clock.",
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME/,
    phase: "tls",
    text: "The certificate of {place} is for another name. Use the name in the URL that it is for.",
  },
  {
    codes: /SELF_SIGNED|^UNABLE_TO_(?:GET_ISSUER|VERIFY)|^(?:CERT|INVALID_CA|PATH_LENGTH)_/,
    phase: "tls",
    text: "No authority that is trusted here stands behind the certificate of {place} ({code}). Put its authority into a file, and name that in NODE_EXTRA_CA_CERTS.",
  },
  {
    codes: /^(?:EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    phase: "tls",
    text: "The server at {place} does not speak TLS ({code}). If it serves plain HTTP, its URL begins with http://.",
  },
  {
    codes: /^ERR_(?:SSL|TLS)_/,
    phase: "tls",
    text: "The server at {place} and this machine do not agree on TLS ({code}). Check the versions, and whether it asks for a certificate.",
  },
  {
    codes: /HEADERS?_OVERFLOW/,
    phase: "exchange",
    text: "The headers of the reply of {place} are over the limit. Let it send less, or raise --max-http-header-size.",
  },
  {
    codes: /^HPE_|^HTTPParserError$/,
    phase: "exchange",
    text: "The server at {place} does not speak HTTP/1.1 ({code}). Check that the URL is that of the server.",
  },
  {
    codes: /^Z_|BROTLI|^ERR__ERROR_/,
    phase: "exchange",
    text: "The server at {place} sent a compressed reply that is broken ({code}). Switch compression off there: it was not asked for.",
  },
  {
    codes: /^UNKNOWN_CONTENT_ENCODING$/,
    phase: "exchange",
    text: "The server at {place} compressed its reply in a way that is not known here. Switch compression off there: it was not asked for.",
  },
  {
    codes: /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_\w+|ConnectionClosed)$/,
    phase: "exchange",
  },
];

/** What is known of a code. */
export function failureCause(code: string): FailureCause | undefined {
  return CAUSES.find(({ codes }) => codes.test(code));
}
