import { useRouter } from "next/navigation";
import { useRef } from "react";
import { useController, useWatch } from "react-hook-form";
import { useRefresh } from "@/components/data/use-read";
import { useCallForm } from "@/components/forms/use-call-form";
import { TimeZoneField } from "@/components/settings/time-zone-field";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { getPagePath } from "@/lib/base-path";
import { ApiError, call } from "@/lib/http/api-client";
import { newOrganization } from "@/lib/organizations/schema";

const ID_MAX_LENGTH = 64;

/** Returns an ID such as `acme-inc` for “Acme, Inc.”, or "" without Latin letters or digits. */
function suggestId(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, ID_MAX_LENGTH)
    .replace(/-$/, "");
}

function getOwnTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === "UTC" ? "Etc/UTC" : timeZone;
}

export default function NewOrganizationForm() {
  const router = useRouter();
  const refresh = useRefresh();
  const hasOwnId = useRef(false);
  const form = useCallForm({
    schema: newOrganization,
    defaultValues: { name: "", id: "", time_zone: getOwnTimeZone() },
    submit: async (body, _etag, idempotencyKey) => {
      try {
        const { data } = await call("POST /v1/organizations", { body, idempotencyKey });
        await refresh();
        router.push(`/dashboard/${data.id}/setup`);
        return "leaving";
      } catch (error) {
        if (error instanceof ApiError && error.status === 409)
          throw new ApiError(409, error.detail, [
            { path: "id", message: "is already taken; choose another" },
          ]);
        throw error;
      }
    },
  });
  const { control } = form.form;
  const typedId = useWatch({ control, name: "id" });
  const timeZone = useController({ control, name: "time_zone" }).field;
  const { onChange: onName, ...name } = form.form.register("name");
  const { onChange: onId, ...id } = form.form.register("id");
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label="Name"
        required
        focusFirst
        autoComplete="organization"
        hint="The company or product that the page is about."
        {...name}
        onChange={(event) => {
          void onName(event);
          if (!hasOwnId.current) form.form.setValue("id", suggestId(event.target.value));
        }}
        error={form.getError("name")}
      />
      <TextField
        label="ID"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        className="font-mono"
        {...id}
        onChange={(event) => {
          hasOwnId.current = event.target.value !== "";
          void onId(event);
        }}
        error={form.getError("id")}
        hint={
          <>
            Your page:{" "}
            <span dir="ltr" className="wrap-anywhere text-ink">
              {window.location.origin + getPagePath(typedId || "…")}
            </span>
            {typedId !== "" && "."} The ID can’t be changed later.
          </>
        }
      />
      <TimeZoneField
        value={timeZone.value ?? ""}
        onChange={timeZone.onChange}
        error={form.getError("time_zone")}
      />
      <Message>{form.message}</Message>
      <Button className="justify-self-start" {...form.button}>
        {form.button.busy ? "Creating…" : "Create organization"}
      </Button>
    </form>
  );
}
