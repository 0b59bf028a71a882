"use client";

import { useEffect, useMemo } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import { z } from "zod";
import { useRefresh } from "@/components/data/use-read";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { FormBar } from "@/components/forms/form-bar";
import { type Revision, useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Combobox } from "@/components/ui/combobox";
import { FieldGroup, TextAreaField, TextField } from "@/components/ui/field";
import { nameList } from "@/components/ui/format-names";
import { Switch } from "@/components/ui/switch";
import { showToast } from "@/components/ui/toaster";
import { ApiError, call, type OrganizationResponse } from "@/lib/http/client";
import { limits } from "@/lib/limits";
import { type Language, organizationChange } from "@/lib/organizations/schema";
import { AccentField } from "./accent-field";
import { HeaderPreview } from "./header-preview";
import { languageName } from "./language-name";
import { LanguagesField } from "./languages-field";
import { LogoField } from "./logo-field";
import { timeZones } from "./time-zones";

type Values = Pick<
  OrganizationResponse,
  | "name"
  | "subdomain"
  | "about"
  | "website_url"
  | "support_url"
  | "accent_color"
  | "time_zone"
  | "languages"
  | "indexed"
> & {
  /** Null keeps the current logo. */
  logo: File | null;
};

const limitKiB = () => Math.floor(limits.logoBytes / 1024);
const sizeKiB = (file: File) => Math.ceil(file.size / 1024);
const schema = organizationChange.extend({
  logo: z
    .instanceof(File)
    .refine(({ size }) => size <= limits.logoBytes, {
      error: ({ input }) =>
        `must be at most ${limitKiB()} KiB; this file is ${sizeKiB(input as File)} KiB`,
    })
    .nullable(),
}) as z.ZodType<unknown, unknown> as z.ZodType<unknown, Values>;

const valuesOf = ({
  name,
  subdomain,
  about,
  website_url,
  support_url,
  accent_color,
  time_zone,
  languages,
  indexed,
}: OrganizationResponse): Values => ({
  name,
  subdomain,
  about,
  website_url,
  support_url,
  accent_color,
  time_zone,
  languages,
  indexed,
  logo: null,
});

const emptyToNull = { setValueAs: (value: string | null) => value?.trim() || null };

type Props = {
  organization: OrganizationResponse;
  etag: string | null;
  reload: () => Promise<{ data: OrganizationResponse; etag: string | null }>;
};

export default function PageSettingsForm({ organization, etag, reload }: Props) {
  const { id: orgID, logo_url, subdomain_suffix: suffix } = organization;
  const refresh = useRefresh(orgID);
  const form = useCallForm<Values>({
    schema,
    defaultValues: valuesOf(organization),
    edited: {
      current: { values: valuesOf(organization), etag },
      reload: async (): Promise<Revision<Values>> => {
        const now = await reload();
        return { values: valuesOf(now.data), etag: now.etag };
      },
    },
    submit: async ({ logo, ...body }, ifMatch) => {
      // Upload the logo last: it changes the ETag, which must be compared before anything is saved.
      const { data } = await call("PATCH /v1/organizations/{orgID}", {
        params: { orgID },
        body,
        ifMatch,
      });
      const uploadError =
        logo === null
          ? null
          : await uploadLogo(orgID, logo).then(
              () => null,
              (error: unknown) => error,
            );
      await refresh();
      form.form.reset(valuesOf(data));
      if (uploadError !== null) {
        form.form.setValue("logo", logo, { shouldDirty: true });
        throw uploadError;
      }
      showToast("Changes saved.");
    },
  });
  const { control } = form.form;
  const timeZone = useController({ control, name: "time_zone" });
  const languages = useController({ control, name: "languages" });
  const accent = useController({ control, name: "accent_color" });
  const indexed = useController({ control, name: "indexed" });
  const subdomain = useWatch({ control, name: "subdomain" });
  const chosenURL = useObjectURL(useWatch({ control, name: "logo" }));

  return (
    <>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <Card className="p-4 sm:p-6">
          <form {...form.props} className="grid gap-5">
            <TextField label="Name" required autoComplete="organization" {...form.field("name")} />
            <TextAreaField
              label="About"
              rows={3}
              hint="One or two sentences, shown under the name."
              {...form.field("about")}
            />
            <LogoField
              orgID={orgID}
              logoURL={logo_url}
              chosenURL={chosenURL}
              onChoose={(file) =>
                form.form.setValue("logo", file, { shouldDirty: true, shouldValidate: true })
              }
              error={form.errorOf("logo")}
              onRemoved={reload}
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                label="Website"
                type="url"
                inputMode="url"
                placeholder="https://"
                {...form.form.register("website_url", emptyToNull)}
                error={form.errorOf("website_url")}
              />
              <TextField
                label="Support"
                type="url"
                inputMode="url"
                placeholder="https://"
                {...form.form.register("support_url", emptyToNull)}
                error={form.errorOf("support_url")}
              />
            </div>
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
                {...form.form.register("subdomain", emptyToNull)}
                error={form.errorOf("subdomain")}
              />
            )}
            <AccentField
              value={accent.field.value}
              onChange={accent.field.onChange}
              error={form.errorOf("accent_color")}
            />
            <FieldGroup
              label="Time zone"
              error={form.errorOf("time_zone")}
              hint="Used for dates on the status page and for daily uptime."
            >
              <Combobox
                value={timeZone.field.value}
                options={() => timeZones(timeZone.field.value)}
                onChange={timeZone.field.onChange}
                searchLabel="Search time zones"
              />
            </FieldGroup>
            <LanguagesField
              value={languages.field.value}
              onChange={languages.field.onChange}
              error={form.errorOf("languages")}
            />
            <Switch
              label="Allow search engines to index the page"
              hint="When off, we ask search engines not to index it. Anyone with the link can still see it."
              checked={indexed.field.value}
              onChange={indexed.field.onChange}
            />
            <FormBar form={form}>
              <Button {...form.button}>{form.button.busy ? "Saving…" : "Save"}</Button>
            </FormBar>
          </form>
        </Card>
        <LivePreview
          control={control as unknown as Control<Values>}
          logoURL={chosenURL ?? logo_url}
        />
      </div>
      <ConflictDialog
        conflict={form.conflict}
        fields={[
          { name: "name", label: "Name" },
          { name: "subdomain", label: "Subdomain" },
          { name: "about", label: "About" },
          { name: "website_url", label: "Website" },
          { name: "support_url", label: "Support" },
          {
            name: "accent_color",
            label: "Accent color",
            show: (color: string | null) => color ?? "Default",
          },
          { name: "time_zone", label: "Time zone" },
          {
            name: "languages",
            label: "Languages",
            show: (codes: Language[]) => nameList(codes.map((code) => languageName(code))),
          },
          {
            name: "indexed",
            label: "Search engines",
            show: (indexed: boolean) => (indexed ? "Allowed" : "Not allowed"),
          },
        ]}
      />
    </>
  );
}

/** A failed upload is an error of the field, because the other settings are saved. */
async function uploadLogo(orgID: string, file: File): Promise<void> {
  try {
    await call("PUT /v1/organizations/{orgID}/logo", { params: { orgID }, file });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error;
    if (error.status !== 400)
      throw new ApiError(
        error.status,
        `The other settings were saved, but not the logo. ${error.detail}`,
      );
    throw new ApiError(400, error.detail, [
      {
        path: "logo",
        message: `was not saved; the other settings were. ${error.detail.replace(/\.$/, "")}`,
      },
    ]);
  }
}

function useObjectURL(file: File | null): string | null {
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url ?? ""), [url]);
  return url;
}

function LivePreview({ control, logoURL }: { control: Control<Values>; logoURL: string | null }) {
  const [name, accent, website, support] = useWatch({
    control,
    name: ["name", "accent_color", "website_url", "support_url"],
  });
  return (
    <HeaderPreview
      name={name}
      logoURL={logoURL}
      website={website !== null}
      support={support !== null}
      accent={accent}
    />
  );
}
