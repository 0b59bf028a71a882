import { listGrouped, type SubscribeOutcome } from "@/lib/public/page/rules";
import type { PublicIncident, SubscribeChoice } from "@/lib/public/page/schema";
import { pageButtonClass, listFeeds, PageHead, PageSection, useDocument } from "./page-frame";
import { ComponentNames, TextLink, useView } from "./view";

const emptyValues = {
  channel: "email",
  email: "",
  url: "",
  scope: "all",
  componentIds: [] as readonly string[],
  /** "all" includes component status changes; "default" does not. */
  events: "default",
};
export type SubscribeValues = typeof emptyValues;
export type SubscribeErrors = Partial<Record<"email" | "url" | "components" | "form", string>>;

type Props = {
  choice: SubscribeChoice | Pick<PublicIncident, "id" | "title" | "lang">;
  values?: SubscribeValues;
  errors?: SubscribeErrors;
};

/** Renders the subscription form, which works without JavaScript. live.ts shows it in a dialog. */
export function SubscribeView({ choice, values = emptyValues, errors = {} }: Props) {
  const { texts, links } = useDocument();
  const followed = "groups" in choice ? null : choice;
  const selectable =
    "groups" in choice && choice.components.length + choice.groups.length > 0 ? choice : null;
  return (
    <>
      <PageHead title={followed === null ? texts.subscribe : texts.follow}>
        {followed !== null && (
          <p className="mt-2 font-medium wrap-anywhere">
            <bdi lang={followed.lang?.title}>{followed.title}</bdi>
          </p>
        )}
        <p className="mt-2 max-w-prose text-muted">
          {followed === null ? texts.subscribeText : texts.followText}
        </p>
      </PageHead>
      <div>
        {Object.keys(errors).length > 0 && (
          <p
            role="alert"
            className="mt-4 rounded-md border border-invalid px-3 py-2 font-medium text-invalid"
          >
            {texts.notSubscribed}
            {errors.form !== undefined && `${texts.colon}${errors.form}`}
          </p>
        )}
        <form
          method="post"
          action={links.plain("/subscribe")}
          className="sp-subscribe mt-6 max-w-xl space-y-5"
        >
          <input type="hidden" name="language" value={texts.language} />
          {followed !== null && <input type="hidden" name="incident_id" value={followed.id} />}
          <Recipient values={values} errors={errors} />
          {selectable && <Scope choice={selectable} values={values} error={errors.components} />}
          {selectable && (
            <Choice
              name="events"
              label={texts.events}
              options={{ default: texts.eventsDefault, all: texts.eventsAlsoComponents }}
              chosen={values.events === "all" ? "all" : "default"}
            />
          )}
          <button type="submit" className={pageButtonClass}>
            {texts.submit}
          </button>
        </form>
      </div>
      <Feeds choice={selectable} />
    </>
  );
}

const targetClass = "inline-flex min-h-6 items-center pointer-coarse:min-h-11";

function Feeds({ choice }: { choice: SubscribeChoice | null }) {
  const { texts, links } = useDocument();
  return (
    <PageSection id="feeds" title={texts.feeds}>
      <p className="text-muted">{texts.feedsText}</p>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {listFeeds({ texts, links }).map(({ href, text }) => (
          <li key={href}>
            <TextLink href={href} className={targetClass}>
              {text}
            </TextLink>
          </li>
        ))}
      </ul>
      {choice && <ComponentFeeds choice={choice} />}
    </PageSection>
  );
}

function ComponentFeeds({ choice }: { choice: SubscribeChoice }) {
  const { texts, links } = useDocument();
  return (
    <details className="mt-3">
      <summary className={`${targetClass} gap-3 rounded-sm py-1 text-muted hover:text-ink`}>
        <span className="sp-marker" />
        {texts.componentFeeds}
      </summary>
      <ul className="mt-1">
        {listGrouped(choice).map(({ component: { id, name }, named }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">
              <ComponentNames components={[named]} />
            </span>
            <span className="flex gap-x-4">
              {["Atom", "RSS"].map((format) => (
                <TextLink
                  key={format}
                  href={links.plain(
                    `/components/${encodeURIComponent(id)}/history.${format.toLowerCase()}`,
                  )}
                  aria-label={`${format}${texts.colon}${name}`}
                  className={targetClass}
                >
                  {format}
                </TextLink>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Recipient({ values, errors }: { values: SubscribeValues; errors: SubscribeErrors }) {
  const { texts } = useDocument();
  return (
    <>
      <Choice
        name="channel"
        label={texts.channel}
        options={{
          email: texts.channelEmail,
          webhook: "Webhook",
          slack: "Slack",
          discord: "Discord",
          teams: "Microsoft Teams",
        }}
        chosen={values.channel}
      />
      <div className="sp-endpoint">
        <Field
          name="url"
          label={texts.url}
          value={values.url}
          error={errors.url}
          maxLength={2_048}
        />
        <p className="sp-webhook mt-1 text-xs text-muted">{texts.webhookNote}</p>
        <p className="sp-chat mt-1 text-xs text-muted">{texts.chatNote}</p>
      </div>
      <div>
        <Field
          name="email"
          label={texts.emailAddress}
          value={values.email}
          error={errors.email}
          maxLength={254}
          required
        />
        <p className="sp-email mt-1 text-xs text-muted">{texts.emailNote}</p>
        <p className="sp-endpoint mt-1 text-xs text-muted">{texts.contactNote}</p>
      </div>
    </>
  );
}

type FieldProps = {
  name: "email" | "url";
  label: string;
  value: string;
  error: string | undefined;
  maxLength: number;
  required?: boolean;
};

function Field({ name, label, value, error, ...limits }: FieldProps) {
  const id = `subscribe-${name}`;
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <input
        id={id}
        name={name}
        // A hidden field with an invalid URL would block submission without a message, so the
        // server validates the URL.
        type={name === "url" ? "text" : name}
        inputMode={name}
        defaultValue={value}
        {...limits}
        dir="ltr"
        autoComplete={name === "email" ? "email" : "off"}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className={
          "min-h-9 w-full rounded-md border border-control bg-surface px-3 py-1.5 text-base " +
          "aria-invalid:border-invalid pointer-coarse:min-h-11 sm:text-sm"
        }
      />
      <FieldError id={`${id}-error`} error={error} />
    </>
  );
}

const FieldError = ({ id, error }: { id: string; error: string | undefined }) =>
  error !== undefined && (
    <p id={id} className="mt-1 text-xs font-medium wrap-anywhere text-invalid">
      {error}
    </p>
  );

type ChoiceProps = {
  name: string;
  label: string;
  options: Record<string, string>;
  chosen: string;
  error?: string | undefined;
  children?: React.ReactNode;
};

const Choice = ({ name, label, options, chosen, error, children }: ChoiceProps) => (
  <fieldset aria-describedby={error === undefined ? undefined : `subscribe-${name}-error`}>
    <legend className="mb-1.5 font-medium">{label}</legend>
    <div className="flex flex-wrap gap-2">
      {Object.entries(options).map(([value, text]) => (
        <label key={value} className="sp-choice">
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
          {text}
        </label>
      ))}
    </div>
    <FieldError id={`subscribe-${name}-error`} error={error} />
    {children}
  </fieldset>
);

type ScopeProps = { choice: SubscribeChoice; values: SubscribeValues; error: string | undefined };

function Scope({ choice: { components, groups }, values, error }: ScopeProps) {
  const { texts } = useDocument();
  return (
    <Choice
      name="scope"
      label={texts.scope}
      options={{ all: texts.scopeAll, some: texts.scopeSome }}
      chosen={values.scope === "some" ? "some" : "all"}
      error={error}
    >
      <div
        className={
          "sp-some mt-3 max-h-80 space-y-3 overflow-y-auto rounded-md border border-line " +
          "bg-surface px-3 py-2"
        }
      >
        <Checks components={components} checked={values.componentIds} />
        {groups.map(({ name, lang, components }, index) => (
          <fieldset key={index}>
            <legend className="text-xs font-medium wrap-anywhere text-muted">
              <bdi lang={lang?.name}>{name}</bdi>
            </legend>
            <Checks components={components} checked={values.componentIds} />
          </fieldset>
        ))}
      </div>
    </Choice>
  );
}

type ChecksProps = { components: SubscribeChoice["components"]; checked: readonly string[] };

const Checks = ({ components, checked }: ChecksProps) =>
  components.map(({ id, name, lang }) => (
    <label key={id} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        name="component_ids"
        value={id}
        defaultChecked={checked.includes(id)}
        className="size-4 shrink-0 accent-accent"
      />
      <bdi lang={lang?.name} className="min-w-0 wrap-anywhere">
        {name}
      </bdi>
    </label>
  ));

export function SubscribedView({ outcome }: { outcome: SubscribeOutcome }) {
  const { texts } = useDocument();
  return <Message title={texts[`${outcome}Title`]} text={texts[`${outcome}Text`]} />;
}

export function SecretView({ secret }: { secret: string }) {
  const { texts } = useDocument();
  return (
    <Message title={texts.secretTitle} text={texts.secretText}>
      <p className="mt-4 rounded-md border border-line bg-surface px-3 py-2">
        <code className="font-mono wrap-anywhere select-all">{secret}</code>
      </p>
    </Message>
  );
}

type MessageProps = { title: string; text: string; children?: React.ReactNode };

function Message({ title, text, children }: MessageProps) {
  const { texts, links } = useView();
  return (
    <>
      <PageHead title={title} />
      <div className="mt-6">
        <p className="max-w-prose">{text}</p>
        {children}
      </div>
      <p className="mt-6">
        <TextLink href={links.page()}>{texts.back}</TextLink>
      </p>
    </>
  );
}
