import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "identity";

/**
 * Caches parsed headers, because parsing takes a tenth of a request's time, and browsers send few
 * distinct values.
 */
const encodings = new LRUCache<string, Encoding>({
  max: 100,
  memoMethod: (header) => parseEncoding(header),
});

/**
 * Returns the encoding that `Accept-Encoding` prefers (RFC 9110, 12.5.3). Returns `identity` even
 * if the header excludes every encoding.
 */
export const chooseEncoding = (header: string | undefined): Encoding =>
  header === undefined ? "identity" : encodings.memo(header);

function parseEncoding(header: string): Encoding {
  const weights = parseWeights(header);
  const getWeight = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const best = getWeight("br") >= getWeight("gzip") ? "br" : "gzip";
  // If the header omits `identity`, it is acceptable, but any other encoding is preferred.
  const least = weights.get("identity") ?? 0;
  return getWeight(best) > 0 && getWeight(best) >= least ? best : "identity";
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [name, parameter] = item.split(";", 2);
    const weight = parameter === undefined ? 1 : Number(parameter.split("=", 2)[1]);
    weights.set(name!.trim(), weight > 0 ? weight : 0);
  }
  return weights;
}
