import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "identity";

/** Browsers send few different headers, and parsing one takes a tenth of a request's time. */
const encodings = new LRUCache<string, Encoding>({
  max: 100,
  memoMethod: (header) => parseEncoding(header),
});

/**
 * The encoding with the highest weight in an Accept-Encoding header (RFC 9110, 12.5.3); of equal
 * weights the smallest one. A header that excludes all three is ignored, as the RFC permits.
 */
export const chooseEncoding = (header: string | undefined): Encoding =>
  header === undefined ? "identity" : encodings.memo(header);

function parseEncoding(header: string): Encoding {
  const weights = parseWeights(header);
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const best = weightOf("br") >= weightOf("gzip") ? "br" : "gzip";
  // Without a weight of its own, identity is acceptable but never preferred.
  const least = weights.get("identity") ?? 0;
  return weightOf(best) > 0 && weightOf(best) >= least ? best : "identity";
}

/** The weight of each encoding by its lowercase name. An invalid weight is 0. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [name, parameter] = item.split(";", 2);
    const weight = parameter === undefined ? 1 : Number(parameter.split("=", 2)[1]);
    weights.set(name!.trim(), weight > 0 ? weight : 0);
  }
  return weights;
}
