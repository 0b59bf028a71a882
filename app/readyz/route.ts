import { checkReadiness, respondWithReadiness } from "@/lib/http/readiness";

export async function GET(request: Request): Promise<Response> {
  return respondWithReadiness(await checkReadiness(), request.headers);
}
