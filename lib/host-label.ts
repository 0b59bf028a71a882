/** A lowercase ASCII label of a host name (RFC 1123). */
export const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
