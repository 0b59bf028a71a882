import { type ArrivedRequest, listProxyHeaders } from "@/lib/administration/proxy";
import { getClient, internalHeaders } from "./incoming-request";

/** Returns what the server received, so that an administrator can check the proxy's settings. */
export const describeArrivedRequest = ({ headers }: Request): ArrivedRequest => ({
  client: getClient(headers).ipAddress,
  protocol: headers.get(internalHeaders.protocol) === "https" ? "https" : "http",
  headers: listProxyHeaders(headers),
});
