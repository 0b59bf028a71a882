/** Matches one label of a host name (RFC 1123) in lowercase ASCII. */
export const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
