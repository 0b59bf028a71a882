import type * as Answers from "@/app/status/subscribe-answer";
import type { SubscribeErrors, SubscribeValues } from "@/components/status-page/subscribe-view";
import { type FieldError, invalid, isProblem, notFound } from "@/lib/errors";
import { readText } from "@/lib/http/body";
import { clientOf, internalHeaders } from "@/lib/http/incoming-request";
import { refuseForeignWrite } from "@/lib/http/origin";
import { respondToError } from "@/lib/http/error-response";
import { getBaseUrl } from "@/lib/links";
import type { Content } from "@/lib/publishing/artifact";
import { documentPhrases } from "@/lib/public/page/document-texts";
import { getIncidentPage } from "@/lib/public/readers/history";
import { getSubscribePage } from "@/lib/public/readers/status-page";
import { pageLinks } from "@/lib/public/page/rules";
import { fill } from "@/lib/public/page/page-texts";
import {
  type NewSubscription,
  newSubscription,
  SUBSCRIPTION_BODY_BYTES,
} from "@/lib/subscribers/schema";
import { subscribe } from "@/lib/subscribers/self-service";

// Imported on demand: most forms are answered with a redirect.
const importAnswers = () => import("@/app/status/subscribe-answer");

/**
 * The subscribe form of the public page, without JavaScript. Calls the same command as `POST
 * /v1/organizations/{orgID}/subscriptions`. Responds with 303 to a published page, or with the
 * form and its errors.
 */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ orgID: string }> },
): Promise<Response> {
  const { orgID } = await params;
  const base = request.headers.get(internalHeaders.base) ?? `/status/${orgID}`;
  let fields = new URLSearchParams();
  try {
    refuseForeignWrite(request);
    fields = new URLSearchParams(
      await readText(request, "application/x-www-form-urlencoded", SUBSCRIPTION_BODY_BYTES),
    );
    return await submit(await readForm(orgID, base, fields), request.headers);
  } catch (error) {
    const { response, retryAfter } = failureOf(error, request.headers);
    if (response.status < 500) {
      response.headers.set("Cache-Control", "no-store");
      return response;
    }
    // Browsers show a page, not a problem document.
    const { answerWithNothingSaved } = await importAnswers();
    const [language, incidentID] = [fields.get("language"), fields.get("incident_id")];
    const content = answerWithNothingSaved(base, language, incidentID);
    return respondWith(content, response.status, retryAfter);
  }
}

type Form = {
  asked: Parameters<typeof Answers.answerWithErrors>[0];
  values: SubscribeValues;
  /** The incident to follow. */
  incidentID: string | null;
};

async function readForm(orgID: string, base: string, fields: URLSearchParams): Promise<Form> {
  const incidentID = fields.get("incident_id");
  const page =
    incidentID === null
      ? await getSubscribePage(orgID)
      : await getIncidentPage(orgID, incidentID, new Date());
  if (page === null) throw notFound("This page");
  const { languages } = page.organization;
  const language =
    languages.find((offered) => offered === fields.get("language")) ?? languages[0] ?? "en";
  return {
    asked: { site: { orgID, origin: getBaseUrl(), base }, page, language },
    values: {
      channel: fields.get("channel") ?? "email",
      email: fields.get("email") ?? "",
      url: fields.get("url") ?? "",
      scope: fields.get("scope") ?? "all",
      componentIds: fields.getAll("component_ids"),
    },
    incidentID,
  };
}

async function submit(form: Form, headers: Headers): Promise<Response> {
  const { site, page, language } = form.asked;
  try {
    const subscription = parseSubscription(form);
    const client = { client: clientOf(headers), now: new Date() };
    const accepted = await subscribe(client, site.orgID, subscription);
    if (accepted.secret !== undefined)
      return respondWith(
        (await importAnswers()).answerWithSecret(form.asked, accepted.secret),
        200,
      );
    const outcome = pageLinks(site.base, page.organization.languages, language).subscribe(
      accepted.status === "active" ? "done" : subscription.channel === "email" ? "sent" : "asked",
    );
    return new Response(null, {
      status: 303,
      headers: { Location: outcome, "Cache-Control": "no-store" },
    });
  } catch (error) {
    const { response, retryAfter } = failureOf(error, headers);
    const { status } = response;
    const { errors } = isProblem(error) ? error.extra : {};
    const { tooOften, unexpected } = documentPhrases[language];
    const shown = errors
      ? fieldErrors(errors, form)
      : { form: status === 429 ? tooOften : unexpected };
    const content = (await importAnswers()).answerWithErrors(form.asked, form.values, shown);
    return respondWith(content, status, retryAfter);
  }
}

/** The response of the API, and its `Retry-After`. */
function failureOf(error: unknown, headers: Headers) {
  const response = respondToError(error, headers.get(internalHeaders.requestId) ?? "");
  const seconds = response.headers.get("Retry-After");
  const retryAfter: Record<string, string> = seconds === null ? {} : { "Retry-After": seconds };
  return { response, retryAfter };
}

const respondWith = (
  { type, body, headers }: Content,
  status: number,
  extra: Record<string, string> = {},
): Response =>
  new Response(body as string, {
    status,
    headers: { "Content-Type": type, "Cache-Control": "no-store", ...headers, ...extra },
  });

/** The body of the API call for the form's fields. Throws what is wrong with them. */
function parseSubscription({ values, incidentID }: Form): NewSubscription {
  const { channel, email, url, scope, componentIds } = values;
  const filter =
    incidentID !== null
      ? { incident_ids: [incidentID] }
      : scope === "some"
        ? { component_ids: componentIds }
        : { everything: true };
  const recipient =
    channel === "email" ? { address: email } : { address: url, contact_email: email };
  const parsed = newSubscription.safeParse({ channel, ...recipient, ...filter });
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
 * Errors of the API call by form field, in the reader's language. The reason for a refused
 * endpoint is not translated.
 */
function fieldErrors(problems: readonly FieldError[], { asked, values }: Form): SubscribeErrors {
  const words = documentPhrases[asked.language];
  const errors: SubscribeErrors = {};
  for (const { path, message } of problems) {
    if (path === "contact_email" || (path === "address" && values.channel === "email"))
      errors.email = words.wrongEmail;
    else if (path === "address")
      errors.url = /^https?:\/\/./i.test(values.url.trim())
        ? fill(words.refusedUrl, { reason: message })
        : words.wrongUrl;
    else if (/^component_ids|^everything/.test(path)) errors.components = words.noChoice;
    else errors.form = message;
  }
  return errors;
}
