import { type ArrivedRequest, listProxyHeaders } from "@/lib/administration/proxy";
import { getClient, internalHeaders } from "./incoming-request";

/** Returns a request as the server received it, so that administrators can check their proxy. */
export const describeArrivedRequest = ({ headers }: Request): ArrivedRequest => ({
  client: getClient(headers).ipAddress,
  protocol: headers.get(internalHeaders.protocol) === "https" ? "https" : "http",
  headers: listProxyHeaders(headers),
});
