"use client";

import { useDebounced } from "@/components/data/use-debounced";
import { useShownLanguage } from "@/components/forms/translated-fields";
import { useOrganization } from "@/components/organizations/organization-context";
import {
  getSubject,
  getUpdateDraft,
  getUpdatesParams,
  getUpdatesPath,
  type IncidentUpdateBody,
  type UpdateBody,
  type UpdatedEvent,
  type UpdateStatus,
  type UpdateValues,
} from "./update-calls";
import { updateStatusStyles } from "./update-status";
import { DEBOUNCE_MS, describeMissingRecipients, hasRecipients, usePreview } from "./use-preview";
import { type UpdateFormEvents, useUpdateForm } from "./use-update-form";

type Options = UpdateFormEvents & {
  event: UpdatedEvent;
  action: string;
  /** The initial status, or "" to keep the current one. */
  target: UpdateStatus | "";
  toBody: (values: UpdateValues) => UpdateBody;
  toast: string;
  /** If true, the toast names the posted status. */
  isInPanel: boolean;
};

/** Manages the form for an update, and the preview of the update. */
export function useEventUpdate(options: Options) {
  const { event, action, target, toBody, toast, isInPanel, ...events } = options;
  const { id: orgID } = useOrganization();
  const subject = getSubject(event);
  const form = useUpdateForm({
    subject,
    empty: {
      ...{ status: target, body: "", translations: {}, chosen: {}, seen: "" },
      notify: "impact" in event ? true : event.notify,
    },
    draft: getUpdateDraft(subject, action),
    toBody,
    done: ({ status, notify }): string =>
      (isInPanel ? `Posted “${updateStatusStyles[status || event.status].label}”.` : toast) +
      describeMissingRecipients(notify, preview),
    isNotifying: ({ notify }): boolean => hasRecipients(notify, preview),
    ...events,
  });
  const body = useDebounced(toBody(form.values), DEBOUNCE_MS);
  const preview = usePreview(
    `POST ${getUpdatesPath(subject.kind)}/preview`,
    getUpdatesParams(orgID, subject),
    body as IncidentUpdateBody,
  );
  return { event, action, isInPanel, form, body, preview, language: useShownLanguage() };
}
