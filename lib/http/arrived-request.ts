import { type ArrivedRequest, listProxyHeaders } from "@/lib/administration/proxy";
import { getClient, internalHeaders } from "./incoming-request";

/** The request as it arrived, for an administrator. */
export const describeArrivedRequest = ({ headers }: Request): ArrivedRequest => ({
  client: getClient(headers).ipAddress,
  protocol: headers.get(internalHeaders.protocol) === "https" ? "https" : "http",
  headers: listProxyHeaders(headers),
});
