import { useEffect, useMemo } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import { z } from "zod";
import { useOrganization } from "@/components/organizations/organization-context";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { FormBar } from "@/components/forms/form-bar";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { SwitchField } from "@/components/forms/switch-field";
import {
  type ShownLanguage,
  TranslatedFields,
  useShownLanguage,
} from "@/components/forms/translated-fields";
import { useFormTranslations } from "@/components/forms/use-form-translations";
import {
  createEditedResource,
  emptyToNull,
  type LoadedResource,
  useCallForm,
} from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import {
  FieldGroup,
  SelectField,
  SelectOptions,
  TextAreaField,
  TextField,
} from "@/components/ui/field";
import { showToast } from "@/components/ui/toaster";
import { MarkdownField } from "@/components/updates/markdown-field";
import { ApiError, call, type OrganizationResponse } from "@/lib/http/api-client";
import { limits } from "@/lib/limits";
import { type OrganizationChange, organizationChange } from "@/lib/organizations/schema";
import { type ImageKind, imageKinds, type LabeledLink } from "@/lib/organizations/values";
import { defaultAccents } from "@/lib/public/page/colors";
import { AccentContrast } from "./accent-contrast";
import { ColorField } from "./color-field";
import { ImageField } from "./image-field";
import { LanguagesField } from "./languages-field";
import { LinksField } from "./links-field";
import {
  cornerLabels,
  type DraftImages,
  fontLabels,
  imageLabels,
  isInSection,
  pageFields,
  type PageValues,
  presets,
  type SettingsSection,
} from "./page-fields";
import { PagePreview } from "./page-preview";
import { TimeZoneField } from "./time-zone-field";

/** A new image, or the URL of the saved image that will be removed. */
type ImageChange = File | string;
/** An image is null if it is unchanged. */
type Values = PageValues & Record<ImageKind, ImageChange | null>;

const limitKiB = () => Math.floor(limits.logoBytes / 1024);
const getSizeKiB = (file: File) => Math.ceil(file.size / 1024);
const imageChange = z
  .custom<ImageChange>()
  .refine((image) => typeof image === "string" || image.size <= limits.logoBytes, {
    error: ({ input }) =>
      `must be at most ${limitKiB()} KB; this file is ${getSizeKiB(input as File)} KB`,
  })
  .nullable();
const mapImageKinds = <Value,>(getValue: (kind: ImageKind) => Value) =>
  Object.fromEntries(imageKinds.map((kind) => [kind, getValue(kind)])) as Record<ImageKind, Value>;

const schema = organizationChange.extend(mapImageKinds(() => imageChange)) as z.ZodType<
  unknown,
  unknown
> as z.ZodType<unknown, Values>;

/**
 * The form contains only the fields of its section, so that changes in the other section don't
 * conflict with it.
 */
function defineSection(section: SettingsSection) {
  const names = pageFields.labels
    .map(({ name }) => name)
    .filter((name) => isInSection(section, name));
  return {
    toValues: (organization: OrganizationResponse): Values => {
      const values = pageFields.toValues(organization);
      const own = Object.fromEntries(names.map((name) => [name, values[name]])) as PageValues;
      return { ...own, ...mapImageKinds(() => null) };
    },
    toBody: (values: Values) => pageFields.toBody(values, names),
  };
}

const sections = { branding: defineSection("branding"), languages: defineSection("languages") };

type Props = { section: SettingsSection; record: LoadedResource<OrganizationResponse> };

async function saveImages(
  organization: OrganizationResponse,
  values: Values,
): Promise<Map<ImageKind, unknown>> {
  const errors = new Map<ImageKind, unknown>();
  for (const kind of imageKinds) {
    const image = values[kind];
    // Doesn't remove an image that someone else uploaded after the user pressed Remove.
    if (image instanceof File || (image !== null && image === organization[`${kind}_url`]))
      await saveImage(organization.id, kind, image).catch((error: unknown) =>
        errors.set(kind, error),
      );
  }
  return errors;
}

function throwJoined(errors: readonly unknown[]): void {
  const [first] = errors;
  if (first === undefined) return;
  if (!(first instanceof ApiError)) throw first;
  const fields = errors.flatMap((error) => (error instanceof ApiError ? error.errors : []));
  throw new ApiError(first.status, first.detail, fields);
}

function usePageForm({ section, record }: Props) {
  const { id: orgID, call, refresh } = useOrganization();
  const { toValues, toBody } = sections[section];
  const form = useCallForm<Values>({
    schema,
    edited: createEditedResource(record, toValues),
    draft: `settings-${section}-${orgID}`,
    submit: async (values, ifMatch) => {
      // The fields are saved before the images, because images change the ETag.
      const { data } = await call("PATCH /v1/organizations/{orgID}", {
        body: toBody(values),
        ifMatch,
      });
      const setImage = (kind: ImageKind, image: ImageChange | null) =>
        form.form.setValue(kind, image as never, { shouldDirty: true });
      const images = form.form.getValues(imageKinds);
      form.showSaved(values, toValues(data));
      for (const [index, kind] of imageKinds.entries()) setImage(kind, images[index]!);
      const errors = await saveImages(data, values);
      await refresh();
      for (const kind of imageKinds)
        if (!errors.has(kind) && form.form.getValues(kind) === values[kind]) setImage(kind, null);
      throwJoined([...errors.values()]);
      showToast("Changes saved.");
    },
  });
  return form;
}

function removeEmptyLinks({ form }: PageForm): void {
  for (const name of ["header_links", "footer_links"] as const) {
    const links = form.getValues(name) ?? [];
    const filled = links.filter(({ label, url }) => label.trim() + url.trim() !== "");
    if (filled.length < links.length) form.setValue(name, filled, { shouldDirty: true });
  }
}

const toPreviewed = (section: SettingsSection, values: Values): OrganizationChange => {
  const isComplete = ({ label, url }: LabeledLink) => label.trim() !== "" && url.trim() !== "";
  const { header_links, footer_links, ...change } = sections[section].toBody(values);
  return {
    ...change,
    header_links: header_links?.filter(isComplete),
    footer_links: footer_links?.filter(isComplete),
  };
};

type PageForm = ReturnType<typeof usePageForm>;

export default function PageSettingsForm(props: Props) {
  const { section } = props;
  const organization = props.record.data;
  const form = usePageForm(props);
  const { control } = form.form;
  const images = useDraftImages(useWatch({ control, name: imageKinds }), organization);
  const values = useWatch({ control }) as Values;
  const { languages = organization.languages } = values;
  const language = useShownLanguage(languages);
  const added = languages.findLast((one) => !organization.languages.includes(one));
  const renderImageField = (kind: ImageKind, hint: string) => (
    <ImageField
      kind={kind}
      hint={hint}
      savedURL={organization[`${kind}_url`]}
      draftURL={images[kind]}
      onChange={(image) =>
        form.form.setValue(kind, image as never, { shouldDirty: true, shouldValidate: true })
      }
      onRemove={() =>
        form.form.setValue(kind, organization[`${kind}_url`] as never, { shouldDirty: true })
      }
      error={form.getError(kind)}
    />
  );
  return (
    <>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <form
          {...form.props}
          onSubmit={(event) => {
            removeEmptyLinks(form);
            form.props.onSubmit(event);
          }}
          className="grid gap-6"
        >
          <RestoredDraft restored={form.restored} onDiscard={form.discard} />
          {section === "languages" ? (
            <FieldSet title="Languages and time zone">
              <LanguageFields form={form} />
            </FieldSet>
          ) : (
            <>
              <FieldSet title="Content">
                <ContentFields form={form} language={language} />
              </FieldSet>
              <FieldSet title="Brand">
                <BrandFields form={form} />
                {renderImageField(
                  "logo",
                  "Shown next to the name, 32 pixels high. SVG logos aren’t shown in emails.",
                )}
                {renderImageField("logo_dark", "Replaces the logo in dark mode.")}
                {renderImageField(
                  "favicon",
                  "Shown in browser tabs. Defaults to an icon of the current status.",
                )}
                {renderImageField("cover", "A wide image behind the header.")}
              </FieldSet>
              <FieldSet title="Links">
                <LinkFields form={form} />
              </FieldSet>
              <FieldSet title="Page">
                <PageOptions form={form} suffix={organization.subdomain_suffix} />
              </FieldSet>
            </>
          )}
          <FormBar form={form} className="-mx-4 bg-canvas px-4 sm:mx-0 sm:px-0">
            <Button {...form.button}>{form.button.busy ? "Saving…" : "Save"}</Button>
            {form.form.formState.isDirty && !form.button.busy && (
              <Button variant="secondary" onClick={form.discard}>
                Discard changes
              </Button>
            )}
          </FormBar>
        </form>
        <PagePreview
          orgID={organization.id}
          revision={organization.updated_at}
          change={toPreviewed(section, values)}
          language={added ?? language.shown}
          images={images}
          savedImages={organization}
        />
      </div>
      <ConflictDialog conflict={form.conflict} fields={pageFields.labels} />
    </>
  );
}

const FieldSet = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Card className="p-4 sm:p-6">
    <fieldset className="grid min-w-0 gap-5">
      <legend className="float-start mb-1 text-base font-semibold">{title}</legend>
      {children}
    </fieldset>
  </Card>
);

function ContentFields({ form, language }: { form: PageForm; language: ShownLanguage }) {
  const format = useValue(form, "about_format");
  const translations = useFormTranslations(form, ["about"], language);
  return (
    <>
      <TextField label="Name" required autoComplete="organization" {...form.field("name")} />
      <TranslatedFields of={translations}>
        <MarkdownField
          label="About"
          rows={3}
          hint="One or two sentences, shown under the name."
          format={format.value}
          onFormatChange={format.onChange}
          {...translations.getFieldProps("about", form.field("about"))}
        />
      </TranslatedFields>
    </>
  );
}

function BrandFields({ form }: { form: PageForm }) {
  const accent = useValue(form, "accent_color");
  const header = useValue(form, "header_color");
  return (
    <>
      <FieldGroup label="Presets" hint="Sets colors, font, and corners.">
        <div className="flex flex-wrap gap-2">
          {Object.entries(presets).map(([name, look]) => (
            <Button
              key={name}
              variant="secondary"
              onClick={() => {
                for (const [field, value] of Object.entries(look))
                  form.form.setValue(field as keyof typeof look, value, { shouldDirty: true });
              }}
            >
              {name}
            </Button>
          ))}
        </div>
      </FieldGroup>
      <ColorField
        label="Accent color"
        hint="For buttons and links. Status colors don’t change."
        defaultColor={defaultAccents.light}
        placeholder="Default"
        {...accent}
        error={form.getError("accent_color")}
      >
        <AccentContrast color={accent.value} />
      </ColorField>
      <ColorField
        label="Header color"
        hint="Background color of the header. The text color adjusts for contrast."
        defaultColor="#101426"
        placeholder="None"
        {...header}
        error={form.getError("header_color")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Font" required {...form.field("font")}>
          <SelectOptions labels={fontLabels} />
        </SelectField>
        <SelectField label="Corners" required {...form.field("corners")}>
          <SelectOptions labels={cornerLabels} />
        </SelectField>
      </div>
    </>
  );
}

function LinkFields({ form }: { form: PageForm }) {
  const header = useValue(form, "header_links");
  const footer = useValue(form, "footer_links");
  const url = { type: "url", inputMode: "url", placeholder: "https://" } as const;
  const createErrorLookup = (name: string) => (part?: string) =>
    form.getError(part === undefined ? name : `${name}.${part}`);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Website" {...url} {...form.field("website_url", emptyToNull)} />
        <TextField label="Support" {...url} {...form.field("support_url", emptyToNull)} />
      </div>
      <LinksField
        label="Header links"
        hint="Shown next to your website and support links."
        {...header}
        getError={createErrorLookup("header_links")}
      />
      <LinksField
        label="Footer links"
        hint="For example, terms of service and privacy policy."
        {...footer}
        getError={createErrorLookup("footer_links")}
      />
      <TextAreaField label="Footer text" {...form.field("footer_text")} />
      <SwitchField control={form.form.control} name="powered_by" label="Show “Powered by Candor”" />
    </>
  );
}

function PageOptions({ form, suffix }: { form: PageForm; suffix: string | null }) {
  const { control } = form.form;
  const subdomain = useWatch({ control, name: "subdomain" });
  return (
    <>
      <TextField
        label="Reply-to email"
        type="email"
        autoComplete="off"
        hint="Receives replies to emails sent to subscribers."
        {...form.field("reply_to", emptyToNull)}
      />
      {suffix !== null && (
        <TextField
          label="Subdomain"
          autoCapitalize="none"
          spellCheck={false}
          hint={
            <>
              The page is also available at{" "}
              <span dir="ltr">
                {subdomain || "…"}.{suffix}
              </span>
              .
            </>
          }
          {...form.field("subdomain", emptyToNull)}
        />
      )}
      <SwitchField
        control={control}
        name="indexed"
        label="Allow search engines to index the page"
        hint="If off, search engines are asked not to index the page, but it stays public."
      />
    </>
  );
}

function LanguageFields({ form }: { form: PageForm }) {
  const timeZone = useValue(form, "time_zone");
  const languages = useValue(form, "languages");
  return (
    <>
      <LanguagesField {...languages} error={form.getError("languages")} />
      <TimeZoneField {...timeZone} error={form.getError("time_zone")} />
    </>
  );
}

function useValue<Name extends keyof PageValues>(form: PageForm, name: Name) {
  const control = form.form.control as unknown as Control;
  const { value, onChange } = useController({ control, name }).field;
  return { value: value as Values[Name], onChange: onChange as (value: Values[Name]) => void };
}

/**
 * Saves or removes an image after the other settings are saved. API errors other than 401 name the
 * image.
 */
async function saveImage(orgID: string, kind: ImageKind, image: ImageChange): Promise<void> {
  const params = { orgID, imageKind: kind };
  const isRemoved = typeof image === "string";
  try {
    if (isRemoved) await call("DELETE /v1/organizations/{orgID}/images/{imageKind}", { params });
    else await call("PUT /v1/organizations/{orgID}/images/{imageKind}", { params, file: image });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error;
    // Someone else has already removed the image.
    if (isRemoved && error.status === 404) return;
    const label = imageLabels[kind];
    const failed = isRemoved ? "removed" : "saved";
    if (error.status !== 400)
      throw new ApiError(
        error.status,
        `The image “${label}” wasn’t ${failed}. The other settings were saved. ${error.detail}`,
      );
    throw new ApiError(400, error.detail, [
      {
        path: kind,
        message: `was not ${failed}; the other settings were saved. ${error.detail.replace(/\.$/, "")}`,
      },
    ]);
  }
}

function useDraftImages(
  images: readonly (ImageChange | null)[],
  saved: OrganizationResponse,
): DraftImages {
  const [logo, logoDark, favicon, cover] = images;
  const urls = useMemo(() => {
    const changes = { logo, logo_dark: logoDark, favicon, cover };
    return Object.fromEntries(
      Object.entries(changes).flatMap<[string, string | null]>(([kind, image]) => {
        if (image instanceof File) return [[kind, URL.createObjectURL(image)]];
        const isRemoved = image && image === saved[`${kind as ImageKind}_url`];
        return isRemoved ? [[kind, null]] : [];
      }),
    ) as DraftImages;
  }, [logo, logoDark, favicon, cover, saved]);
  useEffect(
    () => () => Object.values(urls).forEach((url) => url !== null && URL.revokeObjectURL(url)),
    [urls],
  );
  return urls;
}
