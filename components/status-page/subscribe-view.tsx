import { ComponentNames } from "@/components/status-page/component-names";
import { PageFrame, PageSection } from "@/components/status-page/page-frame";
import { statusPageButtonClass } from "@/components/status-page/page-header";
import type { Language } from "@/lib/organizations/schema";
import { type DocumentTexts, getDocumentTexts } from "@/lib/public/page/document-texts";
import { type PageLinks, pageLinks, type SubscribeOutcome } from "@/lib/public/page/rules";
import type { PageOrganization, SubscribeChoice } from "@/lib/public/page/schema";

/** The fields as they were submitted. */
export type SubscribeValues = {
  channel: string;
  email: string;
  url: string;
  scope: string;
  componentIds: readonly string[];
};
export type SubscribeField = "email" | "url" | "components" | "form";

/** The incident to follow. */
type Followed = { id: string; title: string };

type Props = {
  organization: PageOrganization;
  /** Components to choose from, or the incident to follow. */
  choice: SubscribeChoice | Followed;
  language: Language;
  base: string;
  values?: SubscribeValues;
  errors?: Partial<Record<SubscribeField, string>>;
};

const channels = [
  { value: "email", name: null },
  { value: "webhook", name: "Webhook" },
  { value: "slack", name: "Slack" },
  { value: "discord", name: "Discord" },
  { value: "teams", name: "Microsoft Teams" },
] as const;

const nothing: SubscribeValues = {
  channel: "email",
  email: "",
  url: "",
  scope: "all",
  componentIds: [],
};

/** The subscribe form. Works without JavaScript; live.ts shows it in a dialog. */
export function SubscribeView({
  organization,
  choice,
  language,
  base,
  values = nothing,
  errors = {},
}: Props) {
  const texts = getDocumentTexts(language, organization.time_zone);
  const links = pageLinks(base, organization.languages, language);
  const followed = "groups" in choice ? null : choice;
  const inLanguage = (wanted?: Language) =>
    addressOf(pageLinks(base, organization.languages, wanted ?? language), followed);
  return (
    <PageFrame
      organization={organization}
      texts={texts}
      links={links}
      inLanguage={inLanguage}
      isForm
    >
      <h1 className="text-xl font-semibold">
        {followed === null ? texts.subscribe : texts.follow}
      </h1>
      {followed !== null && (
        <p className="mt-1 font-medium wrap-anywhere">
          <bdi>{followed.title}</bdi>
        </p>
      )}
      <p className="mt-1 max-w-prose text-muted">
        {followed === null ? texts.subscribeText : texts.followText}
      </p>
      {Object.keys(errors).length > 0 && (
        <p
          role="alert"
          className="mt-4 rounded-md border border-invalid px-3 py-2 font-medium text-invalid"
        >
          {texts.notSubscribed}
          {errors.form !== undefined && `: ${errors.form}`}
        </p>
      )}
      <form
        method="post"
        action={links.plain("/subscribe")}
        className="sp-subscribe mt-6 max-w-xl space-y-5"
      >
        <input type="hidden" name="language" value={language} />
        {followed !== null && <input type="hidden" name="incident_id" value={followed.id} />}
        <fieldset>
          <legend className="mb-1.5 font-medium">{texts.channel}</legend>
          <div className="flex flex-wrap gap-2">
            {channels.map(({ value, name }) => (
              <label key={value} className="sp-choice">
                <input
                  type="radio"
                  name="channel"
                  value={value}
                  defaultChecked={value === values.channel}
                />
                {name ?? texts.channelEmail}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="sp-endpoint">
          <Field name="url" type="url" label={texts.url} value={values.url} error={errors.url} />
          <p className="sp-webhook mt-1 text-xs text-muted">{texts.webhookNote}</p>
          <p className="sp-chat mt-1 text-xs text-muted">{texts.chatNote}</p>
        </div>
        <div>
          <Field
            name="email"
            type="email"
            label={texts.emailAddress}
            value={values.email}
            error={errors.email}
            required
          />
          <p className="sp-email mt-1 text-xs text-muted">{texts.emailNote}</p>
          <p className="sp-endpoint mt-1 text-xs text-muted">{texts.contactNote}</p>
        </div>
        {"groups" in choice && choice.components.length + choice.groups.length > 0 && (
          <Scope choice={choice} values={values} error={errors.components} texts={texts} />
        )}
        <button type="submit" className={statusPageButtonClass}>
          {texts.submit}
        </button>
      </form>
      <PageSection id="feeds" title={texts.feeds}>
        <p className="text-muted">{texts.feedsText}</p>
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
          {[
            { href: links.plain("/history.atom"), text: "Atom" },
            { href: links.plain("/history.rss"), text: "RSS" },
            { href: links.plain("/calendar.ics"), text: texts.calendar },
          ].map(({ href, text }) => (
            <li key={href}>
              <a href={href} className={feedClass}>
                {text}
              </a>
            </li>
          ))}
        </ul>
        {"groups" in choice && choice.components.length + choice.groups.length > 0 && (
          <ComponentFeeds choice={choice} texts={texts} links={links} />
        )}
      </PageSection>
    </PageFrame>
  );
}

const feedClass =
  "inline-flex min-h-6 items-center rounded-sm font-medium text-accent underline " +
  "underline-offset-2 pointer-coarse:min-h-11";

/** Feeds of each component. */
function ComponentFeeds({
  choice: { components, groups },
  texts,
  links,
}: {
  choice: SubscribeChoice;
  texts: DocumentTexts;
  links: PageLinks;
}) {
  const all = [
    ...components.map((component) => ({ ...component, group: null })),
    ...groups.flatMap(({ name: group, components }) =>
      components.map((component) => ({ ...component, group })),
    ),
  ];
  return (
    <details className="mt-3">
      <summary
        className={
          "inline-flex min-h-6 items-center gap-3 rounded-sm py-1 text-muted hover:text-ink " +
          "pointer-coarse:min-h-11"
        }
      >
        <span className="sp-marker" />
        {texts.componentFeeds}
      </summary>
      <ul className="mt-1">
        {all.map(({ id, name, group }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">
              <ComponentNames components={[{ name, group }]} />
            </span>
            <span className="flex gap-x-4">
              {[
                { format: "atom", text: "Atom" },
                { format: "rss", text: "RSS" },
              ].map(({ format, text }) => (
                <a
                  key={format}
                  href={links.plain(`/components/${encodeURIComponent(id)}/history.${format}`)}
                  aria-label={`${text}: ${name}`}
                  className={feedClass}
                >
                  {text}
                </a>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const addressOf = (links: PageLinks, followed: Followed | null) =>
  followed === null ? links.subscribe() : links.follow(followed.id);

type FieldProps = {
  name: "email" | "url";
  type: "email" | "url";
  label: string;
  value: string;
  error: string | undefined;
  required?: boolean;
};

function Field({ name, type, label, value, error, required }: FieldProps) {
  return (
    <>
      <label htmlFor={`subscribe-${name}`} className="mb-1.5 block font-medium">
        {label}
      </label>
      <input
        id={`subscribe-${name}`}
        name={name}
        type={type}
        defaultValue={value}
        required={required}
        maxLength={type === "email" ? 254 : 2_048}
        dir="ltr"
        autoComplete={type === "email" ? "email" : "off"}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `subscribe-${name}-error`}
        className={
          "min-h-9 w-full rounded-md border border-control bg-surface px-3 py-1.5 text-base " +
          "aria-invalid:border-invalid pointer-coarse:min-h-11 sm:text-sm"
        }
      />
      {error !== undefined && <Wrong id={`subscribe-${name}-error`}>{error}</Wrong>}
    </>
  );
}

function Wrong({ id, children }: { id: string; children: React.ReactNode }) {
  return (
    <p id={id} className="mt-1 text-xs font-medium wrap-anywhere text-invalid">
      {children}
    </p>
  );
}

type ScopeProps = {
  choice: SubscribeChoice;
  values: SubscribeValues;
  error: string | undefined;
  texts: DocumentTexts;
};

function Scope({ choice: { components, groups }, values, error, texts }: ScopeProps) {
  const chosen = new Set(values.componentIds);
  return (
    <fieldset aria-describedby={error === undefined ? undefined : "subscribe-components-error"}>
      <legend className="mb-1.5 font-medium">{texts.scope}</legend>
      <div className="flex flex-wrap gap-2">
        {[
          { value: "all", text: texts.scopeAll },
          { value: "some", text: texts.scopeSome },
        ].map(({ value, text }) => (
          <label key={value} className="sp-choice">
            <input
              type="radio"
              name="scope"
              value={value}
              defaultChecked={value === (values.scope === "some" ? "some" : "all")}
            />
            {text}
          </label>
        ))}
      </div>
      {error !== undefined && <Wrong id="subscribe-components-error">{error}</Wrong>}
      <div
        className={
          "sp-some mt-3 max-h-80 space-y-3 overflow-y-auto rounded-md border border-line " +
          "bg-surface px-3 py-2"
        }
      >
        <Checks components={components} chosen={chosen} />
        {groups.map(({ name, components }, index) => (
          <fieldset key={index}>
            <legend className="text-xs font-medium wrap-anywhere text-muted">
              <bdi>{name}</bdi>
            </legend>
            <Checks components={components} chosen={chosen} />
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}

function Checks({
  components,
  chosen,
}: {
  components: SubscribeChoice["components"];
  chosen: ReadonlySet<string>;
}) {
  return components.map(({ id, name }) => (
    <label key={id} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        name="component_ids"
        value={id}
        defaultChecked={chosen.has(id)}
        className="size-4 shrink-0 accent-accent"
      />
      <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
    </label>
  ));
}

type OutcomeProps = {
  organization: PageOrganization;
  outcome: SubscribeOutcome;
  language: Language;
  base: string;
};

/** The page after subscribing. */
export function SubscribedView({ organization, outcome, language, base }: OutcomeProps) {
  const texts = getDocumentTexts(language, organization.time_zone);
  const links = pageLinks(base, organization.languages, language);
  const inLanguage = (wanted?: Language) =>
    pageLinks(base, organization.languages, wanted ?? language).subscribe(outcome);
  return (
    <PageFrame
      organization={organization}
      texts={texts}
      links={links}
      inLanguage={inLanguage}
      isForm
    >
      <h1 className="text-xl font-semibold">{texts[`${outcome}Title`]}</h1>
      <p className="mt-2 max-w-prose">{texts[`${outcome}Text`]}</p>
      <BackToPage texts={texts} links={links} />
    </PageFrame>
  );
}

/** A webhook's secret, shown only once. */
export function SecretView({
  organization,
  secret,
  language,
  base,
}: {
  organization: PageOrganization;
  secret: string;
  language: Language;
  base: string;
}) {
  const texts = getDocumentTexts(language, organization.time_zone);
  const links = pageLinks(base, organization.languages, language);
  return (
    <PageFrame organization={organization} texts={texts} links={links} isForm>
      <h1 className="text-xl font-semibold">{texts.secretTitle}</h1>
      <p className="mt-2 max-w-prose">{texts.secretText}</p>
      <p className="mt-4 rounded-md border border-line bg-surface px-3 py-2">
        <code className="font-mono wrap-anywhere select-all">{secret}</code>
      </p>
      <BackToPage texts={texts} links={links} />
    </PageFrame>
  );
}

function BackToPage({ texts, links }: { texts: DocumentTexts; links: PageLinks }) {
  return (
    <p className="mt-6">
      <a
        href={links.page()}
        className="rounded-sm font-medium text-accent underline underline-offset-2"
      >
        {texts.back}
      </a>
    </p>
  );
}
