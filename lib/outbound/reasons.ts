/** A call that brought no answer. `message` is one line for the operator and holds nothing of the URL but its host. */
export class OutboundError extends Error {
  override name = "OutboundError";

  constructor(
    message: string,
    /** The URL itself is refused: trying again cannot help. */
    readonly permanent = false,
    /** The name servers answered that there is no such name. */
    readonly isUnknownHost = false,
  ) {
    super(message);
  }
}

const reasons: Record<string, string> = {
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed before an answer came.",
  UND_ERR_SOCKET: "The connection was closed before an answer came.",
  EPIPE: "The connection was closed before an answer came.",
  ETIMEDOUT: "Connecting took too long.",
  UND_ERR_CONNECT_TIMEOUT: "Connecting took too long.",
  UND_ERR_HEADERS_TIMEOUT: "No answer came in time.",
  UND_ERR_HEADERS_OVERFLOW: "The answer's headers are too long.",
  ENOTFOUND: "The host name is not known.",
  EAI_AGAIN: "The host name could not be looked up.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The host cannot be reached.",
  CERT_HAS_EXPIRED: "The TLS certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The TLS certificate is for another host.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The TLS certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The TLS certificate is self-signed.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The TLS certificate's issuer is not known.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The TLS certificate's issuer is not known.",
};

/** What went wrong, by its code alone: messages of the system repeat addresses and what the peer sent. */
export function reasonOf(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  if (error instanceof DOMException && error.name === "TimeoutError") return new OutboundError("No answer came in time.");
  if (error instanceof DOMException && error.name === "AbortError") return new OutboundError("The attempt was called off.");
  const code = codeOf(error);
  if (error instanceof Error && error.name === "HTTPParserError") return new OutboundError("The answer is not HTTP.");
  if (code.startsWith("ERR_SSL_")) return new OutboundError("TLS could not be agreed on.");
  return new OutboundError(reasons[code] ?? (code === "" ? "The connection failed." : `The connection failed (${code}).`), false, code === "ENOTFOUND");
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : "";
}
