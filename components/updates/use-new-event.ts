import { useRouter } from "next/navigation";
import { useCallback, useMemo, useRef } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { z } from "zod";
import { preloadRead, useRead } from "@/components/data/use-read";
import { rejectVariables } from "@/components/forms/body-schema";
import { isSame } from "@/components/forms/merge-values";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { UNDO_SECONDS } from "@/components/data/undo-deadline";
import type { CallOptions, ComponentResponse } from "@/lib/http/api-client";
import type { Language } from "@/lib/organizations/values";
import type { SubjectKind } from "@/lib/updates/values";
import { deleteUnchanged, getEventPath, getUpdatesParams } from "./update-calls";
import { getSubject } from "./updated-event";
import { hasRecipients, type PreviewResponse, useDebouncedValues, usePreview } from "./use-preview";
import { callWithUndo, useUndoToast } from "./use-undo";

const INCIDENTS = "/v1/organizations/{orgID}/incidents";
type IncidentBody = CallOptions<`POST ${typeof INCIDENTS}`>["body"];

/** The data for replacing variables in a new incident or maintenance. */
export type EventContext = {
  /** Undefined while loading. */
  components: readonly ComponentResponse[] | undefined;
  languages: readonly Language[];
  timeZone: string;
};

function useEventContext(): EventContext {
  const { languages, time_zone: timeZone } = useOrganization();
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components");
  return useMemo(() => ({ components, languages, timeZone }), [components, languages, timeZone]);
}

const remedies = { component: "Select affected components, or replace it with text" };

export type NewEvent<Values, Created, PreviewBody = object | null> = {
  kind: SubjectKind;
  empty: Values;
  createSchema: (context: EventContext) => z.ZodType<unknown, Values>;
  toBody: (values: Values, context: EventContext) => object;
  /** Returns the request body of a preview, or null if the values are not valid enough for one. */
  toPreviewBody: (values: Values, context: EventContext) => PreviewBody;
  describe: (
    created: Created,
    values: Values,
    preview: PreviewResponse | undefined,
  ) => { done: string; notify: boolean };
};

/**
 * Manages the form of a new incident or maintenance, and its preview. `body` is the request body of
 * the preview, which follows the values with a delay. After submitting, a toast offers to undo.
 */
export function useNewEvent<Values extends FieldValues, Created, PreviewBody extends object | null>(
  event: NewEvent<Values, Created, PreviewBody>,
) {
  const { kind, createSchema, toBody, toPreviewBody } = event;
  const { id: orgID, at, call } = useOrganization();
  const context = useEventContext();
  const router = useRouter();
  const showPosted = useUndoToast();
  // Typed as the path of incidents because maintenance has the same calls.
  const path = `/v1/organizations/{orgID}/${kind}s` as typeof INCIDENTS;
  /**
   * The last request. A retry must send the same body, although variables that depend on the time
   * would now have other values.
   */
  const sent = useRef<{ key: string; values: Values; body: object } | null>(null);
  const form = useCallForm<Values>({
    schema: rejectVariables(createSchema(context), remedies),
    defaultValues: event.empty as DefaultValues<Values>,
    draft: `${kind}-new-${orgID}`,
    submit: async (values, _etag, idempotencyKey) => {
      if (sent.current?.key !== idempotencyKey || !isSame(sent.current.values, values))
        sent.current = { key: idempotencyKey, values, body: toBody(values, context) };
      const body = { ...sent.current.body, notify_after_seconds: UNDO_SECONDS } as IncidentBody;
      const { data, until } = await callWithUndo(idempotencyKey, () =>
        call(`POST ${path}`, { body, idempotencyKey }),
      );
      const { done, notify } = event.describe(data as Created, values, preview);
      showPosted({
        ...{ done, isNotifying: hasRecipients(notify, preview), until },
        undo: async () => {
          await deleteUnchanged(orgID, data);
          form.restore(values);
          router.push(at(`/${kind}s/new`));
        },
        undone: kind === "incident" ? "Incident deleted." : "Maintenance deleted.",
      });
      const params = getUpdatesParams(orgID, getSubject(data));
      preloadRead(`GET ${getEventPath(kind)}`, { params });
      router.push(at(`/${kind}s/${data.id}`));
      return "leaving";
    },
  });
  const read = useCallback(
    (values: Values) => toPreviewBody(values, context),
    [toPreviewBody, context],
  );
  const body = useDebouncedValues(form.form, read);
  const preview = usePreview(`POST ${path}/preview`, { orgID }, body as IncidentBody | null);
  return { form, body, preview };
}
