import { expect, test } from "vitest";
import { getClientNetwork } from "./client-network";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["", ""],
])("getClientNetwork: the network of the IP address %j is %j", (ipAddress, network) =>
  expect(getClientNetwork({ ipAddress })).toBe(network),
);
