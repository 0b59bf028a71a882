import { Problem } from "@/lib/errors";
import { limits } from "@/lib/limits";

/** Reads a JSON body: 415 when it is not said to be JSON, 413 past the limit, 400 when it is not JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request, "application/json", limits.requestBytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem("malformed", text === "" ? "The body is empty." : `The body is not JSON: ${(error as Error).message}`);
  }
}

/** Reads a body as text: 415 when it is not said to be of the media type, 413 past the limit, 400 when it is not UTF-8. */
export async function readText(request: Request, mediaType: string, maxBytes: number): Promise<string> {
  const bytes = await readRaw(request, [mediaType], maxBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Problem("malformed", "The body is not UTF-8.");
  }
}

/** Reads a body as it is: 415 when it is not said to be of one of the media types, 413 past the limit. */
export async function readRaw(request: Request, mediaTypes: readonly string[], maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!mediaTypes.includes(request.headers.get("content-type")?.split(";")[0]!.trim().toLowerCase() ?? "")) {
    const what = mediaTypes[0] === "application/json" ? "be JSON, sent" : "be sent";
    throw new Problem("unsupported_media_type", `The body must ${what} with Content-Type: ${mediaTypes.join(" or ")}.`);
  }
  if ((request.headers.get("content-encoding") ?? "identity") !== "identity") {
    throw new Problem("unsupported_media_type", "The body must be sent without a content encoding.");
  }
  return readBytes(request, maxBytes);
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new Problem("too_large", `A body may have at most ${maxBytes} bytes.`);
  const declared = request.headers.get("content-length");
  if (declared !== null) {
    if (Number(declared) > maxBytes) throw tooLarge();
    // The HTTP parser hands on exactly as much as was declared.
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
