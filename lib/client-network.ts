import ipaddr from "ipaddr.js";
import type { Client } from "./actor";

/**
 * The network by which a client is counted. One IPv6 customer holds a /64, so its addresses count
 * as one client.
 */
export function getClientNetwork({ ipAddress }: Pick<Client, "ipAddress">): string {
  if (!ipaddr.IPv6.isValid(ipAddress)) return ipAddress;
  const address = ipaddr.IPv6.parse(ipAddress);
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
