import { expect, test } from "vitest";
import { validateAddress, validateOutboundUrl } from "./ssrf-guard";

const internalUrls = [
  "http://127.0.0.1:8080/",
  "http://127.1:8080/",
  "http://2130706433:8080/",
  "http://0x7f000001:8080/",
  "http://0x7f.1:8080/",
  "http://0177.0.0.1:8080/",
  "http://017700000001:8080/",
  "http://127.0.0.1.:8080/",
  "http://①②⑦.⓪.⓪.①:8080/",
  "http://%31%32%37.0.0.1:8080/",
  "http://localhost:8080/",
  "http://LOCALHOST.:8080/",
  "http://api.localhost:8080/",
  "http://0.0.0.0:8080/",
  "http://0:8080/",
  "http://10.0.0.1/",
  "http://172.16.0.1/",
  "http://172.31.255.255/",
  "http://192.168.1.1/",
  "http://100.64.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://2852039166/",
  "http://0xa9fea9fe/",
  "http://[::ffff:169.254.169.254]/",
  "http://[::ffff:a9fe:a9fe]/",
  "http://[fd00:ec2::254]/",
  "http://168.63.129.16/",
  "http://100.100.100.200/",
  "http://192.0.0.192/",
  "http://198.18.0.1/",
  "http://192.0.2.1/",
  "http://224.0.0.1/",
  "http://240.0.0.1/",
  "http://255.255.255.255/",
  "http://[::]/",
  "http://[::1]:8080/",
  "http://[0:0:0:0:0:0:0:1]:8080/",
  "http://[::127.0.0.1]:8080/",
  "http://[::ffff:127.0.0.1]:8080/",
  "http://[::ffff:8.8.8.8]/",
  "http://[64:ff9b::a9fe:a9fe]/",
  "http://[64:ff9b:1::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[2001:0:7f00:1::]/",
  "http://[fe80::1]/",
  "http://[fec0::1]/",
  "http://[fc00::1]/",
  "http://[fd12:3456::1]/",
  "http://[ff02::1]/",
  "http://[2001:db8::1]/",
  "http://[4000::1]/",
  "http://[100::1]/",
];

test.each(internalUrls)("validateOutboundUrl: %s is rejected", (url) => {
  expect(validateOutboundUrl(url, false)).toMatch(/^must not point to /);
});

test.each([
  ["not a url", "must be a valid URL"],
  ["", "must be a valid URL"],
  ["/relative", "must be a valid URL"],
  ["http://[fe80::1%25eth0]/", "must be a valid URL"],
  ["http://", "must be a valid URL"],
  ["ftp://example.com/", "must start with https:// or http://"],
  ["file:///etc/passwd", "must start with https:// or http://"],
  ["javascript:alert(1)", "must start with https:// or http://"],
  ["gopher://example.com:70/", "must start with https:// or http://"],
  ["http://user@example.com/", "must not contain a username or password"],
  ["https://user:secret@example.com/", "must not contain a username or password"],
  ["https://:secret@example.com/", "must not contain a username or password"],
  ["http://example.com:22/", "must use port 80, 443, or a port above 1023"],
  ["http://example.com:0/", "must use port 80, 443, or a port above 1023"],
  ["http://example.com:1023/", "must use port 80, 443, or a port above 1023"],
  [`https://example.com/${"x".repeat(2_048)}`, "must be at most 2048 characters"],
])("validateOutboundUrl: %s is rejected because it %s", (url, reason) => {
  expect(validateOutboundUrl(url, false)).toBe(reason);
  expect(validateOutboundUrl(url, true)).toBe(reason);
});

test.each([
  "http://example.com",
  "https://example.com/a?b=c#d",
  "https://example.com:8443/",
  "http://example.com:1024/",
  "https://example.com:80/",
  "https://bücher.example/",
  "http://93.184.216.34/",
  "http://[2606:2800:220:1:248:1893:25c8:1946]/",
  "https://localhost.example.com/",
])("validateOutboundUrl: %s is allowed", (url) => {
  expect(validateOutboundUrl(url, false)).toBeNull();
});

test.each([
  ["http://127.0.0.1:8080/", "is allowed"],
  ["http://localhost:8080/", "is allowed"],
  ["http://[::1]:8080/", "is allowed"],
  ["http://10.0.0.1/", "is allowed"],
  ["http://192.168.1.1/", "is allowed"],
  ["http://100.64.0.1/", "is allowed"],
  ["http://[fd12:3456::1]/", "is allowed"],
  ["http://169.254.169.254/", "is rejected"],
  ["http://169.254.170.2/", "is rejected"],
  ["http://[fd00:ec2::254]/", "is rejected"],
  ["http://[fd20:ce::254]/", "is rejected"],
  ["http://100.100.100.200/", "is rejected"],
  ["http://168.63.129.16/", "is rejected"],
  ["http://[fe80::1]/", "is rejected"],
  ["http://0.0.0.0/", "is rejected"],
  ["http://224.0.0.1/", "is rejected"],
  ["http://[::ffff:10.0.0.1]/", "is rejected"],
])("validateOutboundUrl: if private networks are allowed, %s %s", (url, result) => {
  expect(validateOutboundUrl(url, true) === null).toBe(result === "is allowed");
});

test("validateAddress: text that is not an IP address is rejected", () => {
  for (const text of ["", "example.com", "127.1", "0177.0.0.1", "1.2.3.4.5"])
    expect(validateAddress(text, true)).toBe("an invalid address");
});
