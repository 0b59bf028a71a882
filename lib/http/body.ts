import { Problem } from "@/lib/errors";
import { limits } from "@/lib/limits";

export const isWithoutBody = ({ body, headers }: Request): boolean =>
  body === null || headers.get("content-length") === "0";

/**
 * Reads and parses a JSON body. Throws 415 if the content type is not JSON or the body is
 * compressed, 413 if it is too large, and 400 if it is not valid JSON.
 */
export async function readJson(
  request: Request,
  maxBytes: number = limits.requestBytes,
): Promise<unknown> {
  const text = await readText(request, "application/json", Math.min(maxBytes, limits.requestBytes));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem(
      "malformed",
      text === ""
        ? "The request body is empty. Send a JSON object."
        : `The request body is not valid JSON: ${(error as Error).message}`,
    );
  }
}

/**
 * Reads a body as text. Throws 415 if the content type is not `mediaType` or the body is
 * compressed, 413 if it is too large, and 400 if it is not valid UTF-8.
 */
export async function readText(
  request: Request,
  mediaType: string,
  maxBytes: number,
): Promise<string> {
  const bytes = await readRaw(request, [mediaType], maxBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Problem("malformed", "The request body is not valid UTF-8. Send it in UTF-8.");
  }
}

/**
 * Reads a body as bytes. Throws 415 if the content type is not one of `mediaTypes` or the body is
 * compressed, and 413 if it is too large.
 */
export async function readRaw(
  request: Request,
  mediaTypes: readonly string[],
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const contentType = request.headers.get("content-type")?.split(";")[0]!.trim().toLowerCase();
  if (!mediaTypes.includes(contentType ?? ""))
    throw new Problem(
      "unsupported_media_type",
      `Unsupported content type. Send the body with Content-Type: ${mediaTypes.join(" or ")}.`,
    );
  if ((request.headers.get("content-encoding") ?? "identity") !== "identity") {
    throw new Problem(
      "unsupported_media_type",
      "Content-Encoding is not supported. Send the body uncompressed.",
    );
  }
  return readBytes(request, maxBytes);
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new Problem("too_large", `The request body is too large. Send at most ${maxBytes} bytes.`);
  const declared = request.headers.get("content-length");
  if (declared !== null) {
    if (Number(declared) > maxBytes) throw tooLarge();
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
