import { findObstacle } from "@/lib/http/readiness";

/** Whether requests can be served; 503 with the reason otherwise. */
export async function GET(): Promise<Response> {
  const obstacle = await findObstacle();
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(`${obstacle ?? "ready"}\n`, { status: obstacle === null ? 200 : 503, headers });
}
