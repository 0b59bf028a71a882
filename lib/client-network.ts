import ipaddr from "ipaddr.js";
import type { Client } from "./actor";

/** Returns the IPv4 address, or the IPv6 /64 network that a provider assigns to one customer. */
export function getClientNetwork({ ipAddress }: Pick<Client, "ipAddress">): string {
  if (!ipaddr.IPv6.isValid(ipAddress)) return ipAddress;
  const address = ipaddr.IPv6.parse(ipAddress);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
