import { readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/env";

// The baseline for bench/: returns a stored response of the measured route without other work.
const bodies = new Map<string, string>();

function body(name: string): string {
  let text = bodies.get(name);
  if (text === undefined)
    bodies.set(name, (text = readFileSync(join(env.DATA_DIR, `bench-${name}.json`), "utf8")));
  return text;
}

type Segment = { params: Promise<{ name: string }> };
const headers = { "Content-Type": "application/json" };

export async function GET(_request: Request, { params }: Segment): Promise<Response> {
  return new Response(body((await params).name), { headers });
}

export async function POST(_request: Request, { params }: Segment): Promise<Response> {
  return new Response(body((await params).name), { status: 201, headers });
}
