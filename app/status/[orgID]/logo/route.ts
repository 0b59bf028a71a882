import { frontHeaders } from "@/lib/http/front";
import { respondWithImage } from "@/lib/http/images";
import { respondToError } from "@/lib/http/respond";
import { getLogo } from "@/lib/organizations/logos";
import { visitOrganization } from "@/lib/organizations/scope";

/** For five minutes; under the address that names its hash, for good. */
const [FRESH, IMMUTABLE] = ["public, max-age=300", "public, max-age=31536000, immutable"];

/** An organization's logo, for everybody. */
export async function GET(request: Request, { params }: { params: Promise<{ orgID: string }> }): Promise<Response> {
  try {
    const logo = await getLogo(await visitOrganization((await params).orgID));
    return respondWithImage(request, logo, new URL(request.url).searchParams.get("v") === logo.hash ? IMMUTABLE : FRESH);
  } catch (error) {
    return respondToError(error, request.headers.get(frontHeaders.requestId) ?? "");
  }
}
