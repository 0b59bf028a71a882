"use client";

import { useRef, useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import type { z } from "zod";
import { useRefresh } from "@/components/data/use-read";
import { Conflict } from "@/components/forms/conflict";
import { type Edition, useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Combobox } from "@/components/ui/combobox";
import { FieldGroup, TextAreaField, TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { nameList } from "@/components/ui/names";
import { Switch } from "@/components/ui/switch";
import { say } from "@/components/ui/toaster";
import { call, type Organization } from "@/lib/http/client";
import { type Language, organizationChange } from "@/lib/organizations/schema";
import { AccentField } from "./accent-field";
import { HeaderPreview } from "./header-preview";
import { languageName } from "./language-name";
import { LanguagesField } from "./languages-field";
import { LogoField } from "./logo-field";
import { timeZones } from "./time-zones";

type Values = Pick<Organization, "name" | "about" | "website_url" | "support_url" | "accent_color" | "time_zone" | "languages" | "indexed">;

const valuesOf = ({ name, about, website_url, support_url, accent_color, time_zone, languages, indexed }: Organization): Values => ({ name, about, website_url, support_url, accent_color, time_zone, languages, indexed });

/** An address that was left empty is none. */
const emptyIsNone = { setValueAs: (value: string | null) => value?.trim() || null };

type Props = { organization: Organization; etag: string | null; reload: () => Promise<{ data: Organization; etag: string | null }> };

export default function PageSettingsForm({ organization, etag, reload }: Props) {
  const { id: orgID, logo_url } = organization;
  const refresh = useRefresh(orgID);
  // A logo is saved beside the form and changes the tag: what was saved by oneself is no conflict.
  const sameAs = useRef(new Map<string, string>());
  const [picked, setPicked] = useState<string | null>(null);
  const form = useCallForm<Values>({
    schema: organizationChange as z.ZodType<unknown, unknown> as z.ZodType<unknown, Values>,
    defaultValues: valuesOf(organization),
    edited: {
      current: { values: valuesOf(organization), etag },
      reload: async (): Promise<Edition<Values>> => {
        const now = await reload();
        return { values: valuesOf(now.data), etag: now.etag };
      },
    },
    submit: async (body, ifMatch) => {
      const { data } = await call("PATCH /v1/organizations/{orgID}", { params: { orgID }, body, ifMatch: latest(ifMatch) });
      await refresh();
      form.form.reset(valuesOf(data));
      say("The page is saved.");
    },
  });
  const { control } = form.form;
  const timeZone = useController({ control, name: "time_zone" });
  const languages = useController({ control, name: "languages" });
  const accent = useController({ control, name: "accent_color" });
  const indexed = useController({ control, name: "indexed" });

  function latest(tag: string | null): string | null {
    const next = tag === null ? undefined : sameAs.current.get(tag);
    return next === undefined ? tag : latest(next);
  }

  async function onLogoChanged() {
    const now = await reload();
    const isOurs = JSON.stringify(valuesOf(now.data)) === JSON.stringify(valuesOf(organization));
    if (isOurs && etag !== null && now.etag !== null && now.etag !== etag) sameAs.current.set(etag, now.etag);
  }

  return (
    <>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <Card className="p-4 sm:p-6">
          <form {...form.props} className="grid gap-5">
            <TextField label="Name" required autoComplete="organization" {...form.field("name")} />
            <TextAreaField label="About" rows={3} hint="One or two sentences under the name." {...form.field("about")} />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField label="Website" type="url" inputMode="url" placeholder="https://" {...form.form.register("website_url", emptyIsNone)} error={form.errorOf("website_url")} />
              <TextField label="Support" type="url" inputMode="url" placeholder="https://" {...form.form.register("support_url", emptyIsNone)} error={form.errorOf("support_url")} />
            </div>
            <AccentField value={accent.field.value} onChange={accent.field.onChange} error={form.errorOf("accent_color")} />
            <FieldGroup label="Time zone" error={form.errorOf("time_zone")} hint="Days of uptime begin at its midnights, and the page’s times are told in it.">
              <Combobox value={timeZone.field.value} options={() => timeZones(timeZone.field.value)} onChange={timeZone.field.onChange} search="Search time zones" />
            </FieldGroup>
            <LanguagesField value={languages.field.value} onChange={languages.field.onChange} error={form.errorOf("languages")} />
            <Switch label="Search engines may list the page" hint="Off, they are asked not to. Whoever has the address can read it all the same." checked={indexed.field.value} onChange={indexed.field.onChange} />
            <Message>{form.message}</Message>
            <Button className="justify-self-start" {...form.button}>
              {form.button.busy ? "Saving…" : "Save"}
            </Button>
          </form>
        </Card>
        <div className="grid gap-6">
          <Card className="p-4 sm:p-6">
            <LogoField orgID={orgID} logoURL={logo_url} onPreview={setPicked} onChanged={onLogoChanged} />
          </Card>
          <LivePreview control={control as unknown as Control<Values>} logoURL={picked ?? logo_url} />
        </div>
      </div>
      <Conflict
        conflict={form.conflict}
        fields={[
          { name: "name", label: "Name" },
          { name: "about", label: "About" },
          { name: "website_url", label: "Website" },
          { name: "support_url", label: "Support" },
          { name: "accent_color", label: "Accent colour", show: (colour: string | null) => colour ?? "Candor’s own" },
          { name: "time_zone", label: "Time zone" },
          { name: "languages", label: "Languages", show: (codes: Language[]) => nameList(codes.map((code) => languageName(code))) },
          { name: "indexed", label: "Search engines", show: (listed: boolean) => (listed ? "may list the page" : "may not list the page") },
        ]}
      />
    </>
  );
}

/** Follows what is typed, without the form around it being drawn again. */
function LivePreview({ control, logoURL }: { control: Control<Values>; logoURL: string | null }) {
  const [name, accent, website, support] = useWatch({ control, name: ["name", "accent_color", "website_url", "support_url"] });
  return <HeaderPreview name={name} logoURL={logoURL} website={website !== null} support={support !== null} accent={accent} />;
}
