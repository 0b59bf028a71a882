import type * as Responses from "@/app/status/subscribe-response";
import type { SubscribeErrors, SubscribeValues } from "@/components/status-page/subscribe-view";
import { getPagePath } from "@/lib/base-path";
import { type FieldError, invalid, isProblem, notFound } from "@/lib/errors";
import { readText } from "@/lib/http/body";
import { getClient, getRequestId, internalHeaders } from "@/lib/http/incoming-request";
import { rejectCrossOriginWrite } from "@/lib/http/origin";
import { respondToError } from "@/lib/http/error-response";
import { getHostOrigin } from "@/lib/links";
import type { Content } from "@/lib/publishing/artifact";
import { documentPhrases } from "@/lib/public/page/document-texts";
import { getIncidentPage } from "@/lib/public/readers/event-history";
import { getSubscribePage } from "@/lib/public/readers/status-page";
import { createPageLinks } from "@/lib/public/page/rules";
import { fillPhrase } from "@/lib/public/page/page-texts";
import {
  type NewSubscription,
  newSubscription,
  SUBSCRIPTION_BODY_BYTES,
} from "@/lib/subscribers/schema";
import { subscribe } from "@/lib/subscribers/self-service";
import { isStorable } from "@/lib/validation";

// Imports the responses on demand, because most submissions get a redirect instead.
const importResponses = () => import("@/app/status/subscribe-response");

/**
 * Handles the subscription form. Responds with a redirect to a result page, or with a page that
 * shows the signing secret or errors.
 */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ orgID: string }> },
): Promise<Response> {
  const { orgID } = await params;
  const base = request.headers.get(internalHeaders.base) ?? getPagePath(orgID);
  let fields = new URLSearchParams();
  try {
    rejectCrossOriginWrite(request);
    fields = new URLSearchParams(
      await readText(request, "application/x-www-form-urlencoded", SUBSCRIPTION_BODY_BYTES),
    );
    return await submit(await readForm(orgID, base, fields), request.headers);
  } catch (error) {
    const response = respondToError(error, getRequestId(request.headers));
    const isMissing = response.status === 404;
    if (response.status < 500 && !isMissing) {
      response.headers.set("Cache-Control", "no-store");
      return response;
    }
    // The response is a page instead of problem details, because a browser sent the form.
    const { renderSubmissionError } = await importResponses();
    const [language, incidentID] = [fields.get("language"), fields.get("incident_id")];
    const content = renderSubmissionError(base, language, incidentID, isMissing);
    return toResponse(content, response);
  }
}

type Form = {
  context: Parameters<typeof Responses.renderSubscribeErrors>[0];
  values: SubscribeValues;
  incidentID: string | null;
};

async function readForm(orgID: string, base: string, fields: URLSearchParams): Promise<Form> {
  const incidentID = fields.get("incident_id");
  // PostgreSQL rejects some characters, such as NUL, in queries.
  if (incidentID !== null && !isStorable(incidentID)) throw notFound("This page");
  const page =
    incidentID === null ? await getSubscribePage(orgID) : await getIncidentPage(orgID, incidentID);
  if (page === null) throw notFound("This page");
  const { languages } = page.organization;
  const language =
    languages.find((offered) => offered === fields.get("language")) ?? languages[0] ?? "en";
  return {
    context: { site: { orgID, origin: getHostOrigin(null), base }, page, language },
    values: {
      channel: fields.get("channel") ?? "email",
      email: fields.get("email") ?? "",
      url: fields.get("url") ?? "",
      scope: fields.get("scope") ?? "all",
      componentIds: fields.getAll("component_ids"),
      events: fields.get("events") ?? "default",
    },
    incidentID,
  };
}

async function submit(form: Form, headers: Headers): Promise<Response> {
  const { site, page, language } = form.context;
  try {
    const subscription = parseSubscription(form);
    const client = { client: getClient(headers), now: new Date() };
    const accepted = await subscribe(client, site.orgID, subscription);
    if (accepted.secret !== undefined)
      return toResponse(
        (await importResponses()).renderSigningSecret(form.context, accepted.secret),
      );
    const outcome = createPageLinks(site.base, page.organization.languages, language).subscribe(
      accepted.status === "active" ? "done" : subscription.channel === "email" ? "sent" : "posted",
    );
    return new Response(null, {
      status: 303,
      headers: { Location: outcome, "Cache-Control": "no-store" },
    });
  } catch (error) {
    const response = respondToError(error, getRequestId(headers));
    const { errors } = isProblem(error) ? error.extra : {};
    const { tooManyAttempts, unexpected } = documentPhrases[language];
    const shown = errors
      ? mapFieldErrors(errors, form)
      : { form: response.status === 429 ? tooManyAttempts : unexpected };
    const content = (await importResponses()).renderSubscribeErrors(
      form.context,
      form.values,
      shown,
    );
    return toResponse(content, response);
  }
}

/** Responds with a page. If it shows an error, `problem` is the API's response to that error. */
function toResponse({ type, body, headers }: Content, problem?: Response): Response {
  const retryAfter = problem?.headers.get("Retry-After");
  return new Response(body as string, {
    status: problem?.status ?? 200,
    headers: {
      "Content-Type": type,
      "Cache-Control": "no-store",
      ...headers,
      ...(retryAfter && { "Retry-After": retryAfter }),
    },
  });
}

function parseSubscription({ context: { language }, values, incidentID }: Form): NewSubscription {
  const { channel, email, url, scope, componentIds, events } = values;
  const filter =
    incidentID !== null
      ? { incident_ids: [incidentID] }
      : scope === "some"
        ? { component_ids: componentIds }
        : { everything: true };
  const recipient =
    channel === "email" ? { address: email } : { address: url, contact_email: email };
  const component_updates = incidentID === null && events === "all";
  const choices = { component_updates, language };
  const parsed = newSubscription.safeParse({ channel, ...recipient, ...filter, ...choices });
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    path: path.join("."),
    message,
  }));
  if (filter.component_ids?.length === 0)
    problems.unshift({ path: "component_ids", message: "is required" });
  if (!parsed.success || problems.length > 0) throw invalid(problems);
  return parsed.data;
}

/**
 * Returns the API's errors by form field, in the page's language. The reason for a rejected URL
 * and errors of fields that the form does not mark stay in English.
 */
function mapFieldErrors(
  problems: readonly FieldError[],
  { context, values }: Form,
): SubscribeErrors {
  const texts = documentPhrases[context.language];
  const errors: SubscribeErrors = {};
  for (const { path, message } of problems) {
    if (path === "contact_email" || (path === "address" && values.channel === "email"))
      errors.email = texts.wrongEmail;
    else if (path === "address")
      errors.url = /^https?:\/\/./i.test(values.url.trim())
        ? fillPhrase(texts.rejectedUrl, { reason: message })
        : texts.wrongUrl;
    else if (/^component_ids|^everything/.test(path)) errors.components = texts.noChoice;
    else errors.form = message;
  }
  return errors;
}
