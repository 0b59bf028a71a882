import { invalid, invalidField, isProblem } from "@/lib/errors";
import { readJson, readText } from "@/lib/http/body";
import { respondToError } from "@/lib/http/error-response";
import { getClient, getRequestId } from "@/lib/http/incoming-request";
import {
  parseApiSubscriber,
  readFormFields,
  readJsonFields,
  renameErrors,
  serializeApiSubscriber,
} from "@/lib/public/api-v2/api-subscriber";
import { SUBSCRIPTION_BODY_BYTES } from "@/lib/subscribers/schema";
import { subscribe, unsubscribe } from "@/lib/subscribers/self-service";

const FORM = "application/x-www-form-urlencoded";

/**
 * Subscribes an email address or a webhook. Needs no session, so scripts on any site may call it.
 * Limits requests per client network, and confirmation emails per address.
 */
export const createSubscription = (request: Request, orgID: string): Promise<Response> =>
  respond(request, async () => {
    const input = parseApiSubscriber(await readFields(request));
    const now = new Date();
    try {
      const client = getClient(request.headers);
      const accepted = await subscribe({ client, now }, orgID, input);
      return Response.json(serializeApiSubscriber(input, accepted, now), { status: 201 });
    } catch (error) {
      const errors = isProblem(error) ? error.extra.errors : undefined;
      throw errors === undefined ? error : invalid(renameErrors(errors, input.channel));
    }
  });

/** Deletes a subscription. Its ID in this API is the secret token of the unsubscribe link. */
export const deleteSubscription = (request: Request): Promise<Response> =>
  respond(request, async () => {
    const query = readFormFields(new URL(request.url).searchParams);
    const { id } = query.id === undefined ? await readFields(request) : query;
    if (id?.[0] === undefined)
      throw invalidField("subscriber[id]", "is required. Use the token from the unsubscribe link");
    return endSubscriber(id[0]);
  });

export const deleteSubscriptionById = (request: Request, file: string): Promise<Response> =>
  respond(request, () => endSubscriber(file.replace(/\.json$/, "")));

async function endSubscriber(token: string): Promise<Response> {
  await unsubscribe(token, new Date());
  return new Response(null, { status: 204 });
}

async function readFields(request: Request) {
  const type = request.headers.get("content-type") ?? "";
  return type.toLowerCase().startsWith("application/json")
    ? readJsonFields(await readJson(request, SUBSCRIPTION_BODY_BYTES))
    : readFormFields(new URLSearchParams(await readText(request, FORM, SUBSCRIPTION_BODY_BYTES)));
}

async function respond({ headers }: Request, handle: () => Promise<Response>): Promise<Response> {
  const requestId = getRequestId(headers);
  const response = await handle().catch((error: unknown) => respondToError(error, requestId));
  response.headers.set("Access-Control-Allow-Origin", "*");
  response.headers.set("Access-Control-Expose-Headers", "Retry-After");
  response.headers.set("Cache-Control", "no-store");
  return response;
}
