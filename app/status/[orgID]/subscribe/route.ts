import type { SubscribeField, SubscribeValues } from "@/components/status-page/subscribe-view";
import { type FieldError, isProblem, notFound } from "@/lib/errors";
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
import { newSubscription, SUBSCRIPTION_BODY_BYTES } from "@/lib/subscribers/schema";
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
  const { headers } = request;
  const requestId = headers.get(internalHeaders.requestId) ?? "";
  const { orgID } = await params;
  const base = headers.get(internalHeaders.base) ?? `/status/${orgID}`;
  let fields = new URLSearchParams();
  try {
    refuseForeignWrite(request);
    const now = new Date();
    fields = new URLSearchParams(
      await readText(request, "application/x-www-form-urlencoded", SUBSCRIPTION_BODY_BYTES),
    );
    const incidentID = fields.get("incident_id");
    const page =
      incidentID === null
        ? await getSubscribePage(orgID)
        : await getIncidentPage(orgID, incidentID, now);
    if (page === null) throw notFound("This page");
    const { languages } = page.organization;
    const language =
      languages.find((offered) => offered === fields.get("language")) ?? languages[0] ?? "en";
    const asked = { site: { orgID, origin: getBaseUrl(), base }, page, language };
    const values: SubscribeValues = {
      channel: fields.get("channel") ?? "email",
      email: fields.get("email") ?? "",
      url: fields.get("url") ?? "",
      scope: fields.get("scope") ?? "all",
      componentIds: fields.getAll("component_ids"),
    };
    const refuse = async (
      status: number,
      errors: Partial<Record<SubscribeField, string>>,
      extra: Record<string, string> = {},
    ) =>
      respondWith((await importAnswers()).answerWithErrors(asked, values, errors), status, extra);
    const words = documentPhrases[language];

    if (incidentID === null && values.scope === "some" && values.componentIds.length === 0)
      return await refuse(400, { components: words.noChoice });
    const wanted = newSubscription.safeParse(inputOf(values, incidentID));
    if (!wanted.success)
      return await refuse(
        400,
        fieldErrors(
          wanted.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
          values,
          language,
        ),
      );
    try {
      const accepted = await subscribe({ client: clientOf(headers), now }, orgID, wanted.data);
      if (accepted.secret !== undefined)
        return respondWith((await importAnswers()).answerWithSecret(asked, accepted.secret), 200);
      const outcome = pageLinks("", languages, language).subscribe(
        accepted.status === "active" ? "done" : wanted.data.channel === "email" ? "sent" : "asked",
      );
      return new Response(null, {
        status: 303,
        headers: { Location: `${base}${outcome}`, "Cache-Control": "no-store" },
      });
    } catch (error) {
      const answer = respondToError(error, requestId);
      const { errors } = isProblem(error) ? error.extra : {};
      if (errors !== undefined)
        return await refuse(answer.status, fieldErrors(errors, values, language));
      const retryAfter = answer.headers.get("Retry-After");
      return await refuse(
        answer.status,
        { form: answer.status === 429 ? words.tooOften : words.unexpected },
        retryAfter === null ? {} : { "Retry-After": retryAfter },
      );
    }
  } catch (error) {
    const answer = respondToError(error, requestId);
    const extra = Object.fromEntries(
      [...answer.headers].filter(([name]) => name === "retry-after"),
    );
    // Browsers show a page, not a problem document.
    if (answer.status >= 500)
      return respondWith(
        (await importAnswers()).answerWithNothingSaved(
          base,
          fields.get("language"),
          fields.get("incident_id"),
        ),
        answer.status,
        extra,
      );
    answer.headers.set("Cache-Control", "no-store");
    return answer;
  }
}

function respondWith(
  { type, body, headers }: Content,
  status: number,
  extra: Record<string, string> = {},
): Response {
  return new Response(body as string, {
    status,
    headers: { "Content-Type": type, "Cache-Control": "no-store", ...headers, ...extra },
  });
}

/** The body of the API call for the form's fields. */
function inputOf(
  { channel, email, url, scope, componentIds }: SubscribeValues,
  incidentID: string | null,
): Record<string, unknown> {
  const wish =
    incidentID !== null
      ? { incident_ids: [incidentID] }
      : scope === "some"
        ? { component_ids: componentIds }
        : { everything: true };
  return channel === "email"
    ? { channel, address: email, ...wish }
    : { channel, address: url, contact_email: email, ...wish };
}

/**
 * Errors of the API call by form field, in the reader's language. The reason for a refused
 * endpoint is not translated.
 */
function fieldErrors(
  problems: readonly FieldError[],
  { channel, url }: SubscribeValues,
  language: keyof typeof documentPhrases,
): Partial<Record<SubscribeField, string>> {
  const words = documentPhrases[language];
  const errors: Partial<Record<SubscribeField, string>> = {};
  for (const { path, message } of problems) {
    if (path === "contact_email" || (path === "address" && channel === "email"))
      errors.email = words.wrongEmail;
    else if (path === "address")
      errors.url = /^https?:\/\/./i.test(url.trim())
        ? fill(words.refusedUrl, { reason: message })
        : words.wrongUrl;
    else if (/^component_ids|^everything/.test(path)) errors.components = words.noChoice;
    else errors.form = message;
  }
  return errors;
}
