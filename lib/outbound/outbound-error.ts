/** Thrown if a request gets no response. Its message omits the URL, which may be secret. */
export class OutboundError extends Error {
  override name = "OutboundError";

  constructor(
    message: string,
    /** If true, the URL is not allowed, so a retry would fail too. */
    readonly isPermanent = false,
    readonly isUnknownHost = false,
  ) {
    super(message);
  }
}

const messages: Record<string, string> = {
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed before a response arrived.",
  UND_ERR_SOCKET: "The connection was closed before a response arrived.",
  EPIPE: "The connection was closed before a response arrived.",
  ETIMEDOUT: "The connection timed out.",
  UND_ERR_CONNECT_TIMEOUT: "The connection timed out.",
  UND_ERR_HEADERS_TIMEOUT: "The request timed out.",
  UND_ERR_HEADERS_OVERFLOW: "The response headers are too large.",
  ENOTFOUND: "The host name could not be resolved.",
  EAI_AGAIN: "The DNS lookup failed.",
  EHOSTUNREACH: "The host is unreachable.",
  ENETUNREACH: "The host is unreachable.",
  CERT_HAS_EXPIRED: "The TLS certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The TLS certificate is for another host.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The TLS certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The TLS certificate chain contains a self-signed certificate.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The TLS certificate was issued by an unknown authority.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The TLS certificate was issued by an unknown authority.",
};

/**
 * Converts a request's error to an `OutboundError`. Its message depends only on the type and code
 * of the original error, whose message may contain IP addresses and data from the server.
 */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  if (error instanceof DOMException && error.name === "TimeoutError")
    return new OutboundError("The request timed out.");
  if (error instanceof DOMException && error.name === "AbortError")
    return new OutboundError("The request was canceled.");
  const code = getErrorCode(error);
  if (error instanceof Error && error.name === "HTTPParserError")
    return new OutboundError("The response is not valid HTTP.");
  if (code.startsWith("ERR_SSL_")) return new OutboundError("The TLS handshake failed.");
  return new OutboundError(
    messages[code] ?? (code === "" ? "The connection failed." : `The connection failed (${code}).`),
    false,
    code === "ENOTFOUND",
  );
}

function getErrorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return getErrorCode(error.errors[0]);
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : "";
}
