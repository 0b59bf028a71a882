import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "identity";

/** Parsing takes a tenth of a request's time, and browsers send few different headers. */
const encodings = new LRUCache<string, Encoding>({
  max: 100,
  memoMethod: (header) => parseEncoding(header),
});

/** Returns the preferred encoding (RFC 9110, 12.5.3). Ignores a header that excludes every encoding. */
export const chooseEncoding = (header: string | undefined): Encoding =>
  header === undefined ? "identity" : encodings.memo(header);

function parseEncoding(header: string): Encoding {
  const weights = parseWeights(header);
  const getWeight = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const best = getWeight("br") >= getWeight("gzip") ? "br" : "gzip";
  // `identity` is acceptable if the header omits it, but never preferred.
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
