import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";

export function hasOperationsToken(authorization: string | null): boolean {
  const token = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1];
  return (
    env.OPERATIONS_TOKEN !== undefined &&
    token !== undefined &&
    timingSafeEqual(hashText(token), hashText(env.OPERATIONS_TOKEN))
  );
}

/** Hashes tokens before comparing them, because `timingSafeEqual` requires equal lengths. */
const hashText = (text: string) => createHash("sha256").update(text).digest();
