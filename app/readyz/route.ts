import { checkReadiness } from "@/lib/administration/readiness";
import { respondWithReadiness } from "@/lib/http/readiness-response";

export async function GET(request: Request): Promise<Response> {
  return respondWithReadiness(await checkReadiness(), request.headers);
}
