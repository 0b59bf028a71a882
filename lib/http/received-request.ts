import { type ReceivedRequest, listProxyHeaders } from "@/lib/administration/proxy";
import { getClient, internalHeaders } from "./incoming-request";

/**
 * Returns the client, the protocol, and the proxy headers of a request, so that administrators can
 * check their proxy.
 */
export const describeReceivedRequest = ({ headers }: Request): ReceivedRequest => ({
  client: getClient(headers).ipAddress,
  protocol: headers.get(internalHeaders.protocol) === "https" ? "https" : "http",
  headers: listProxyHeaders(headers),
});
