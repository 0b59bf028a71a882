"use client";

import { useEffect, useEffectEvent, useId, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type PathValue, useWatch } from "react-hook-form";
import type { z } from "zod";
import { useRefresh } from "@/components/data/use-read";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";

/** What every form has that posts an update. */
export type UpdateFormValues = {
  body: string;
  notify: boolean;
  /** The newest update that was there when somebody began to write; "" while nobody has. */
  seen: string;
};

type Options<Values extends UpdateFormValues, Update> = {
  schema: z.ZodType<unknown, Values>;
  /** The values of a form in which nobody has written. */
  empty: Values;
  draft: string;
  /** The id of the newest update that is shown. */
  newest: string | undefined;
  /** Makes the call; `after` is the newest update that was read, unless there was none. */
  post: (values: Values, after: string | undefined, idempotencyKey: string) => Promise<unknown>;
  /** Reads what was posted since an update was the newest, newest first. */
  readPostedSince: (seen: string) => Promise<readonly Update[]>;
  /** Whether there are words, or choices, that were not sent. */
  onUnsent: (unsent: boolean) => void;
  onPosted: (values: Values) => void;
  /** Whoever came asked for this form: its words get the focus, once, and `onBegun` is told. */
  begun?: boolean;
  onBegun?: (() => void) | undefined;
};

/**
 * A form that posts an update to what others may post to meanwhile: the server refuses it then (409, `after`), and the person
 * reads both before it is sent again.
 */
export function useUpdateForm<Values extends UpdateFormValues & FieldValues, Update extends { id: string }>({ schema, empty, draft, newest, post, readPostedSince, onUnsent, onPosted, begun = false, onBegun }: Options<Values, Update>) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const id = useId();
  const [posted, setPosted] = useState<readonly Update[] | null>(null);
  const form = useCallForm<Values>({
    schema,
    defaultValues: empty as DefaultValues<Values>,
    draft,
    submit: async (values, _etag, idempotencyKey) => {
      const after = values.seen || newest;
      // Sent again after a timeout, it is the same request.
      if (after !== undefined) see(after);
      await post(values, after, idempotencyKey);
      setPosted(null);
      form.form.reset(empty);
      await refresh();
      onPosted(values);
    },
    refused: async ({ status }) => {
      const since = status === 409 ? await readPostedSince(form.form.getValues("seen" as Path<Values>)) : [];
      if (since.length === 0) return false;
      setPosted(since);
      void refresh();
      return true;
    },
  });
  const see = (update: string) => form.form.setValue("seen" as Path<Values>, update as PathValue<Values, Path<Values>>);

  const { isDirty } = form.form.formState;
  const seen: string = useWatch({ control: form.form.control, name: "seen" as Path<Values> });
  const unsent = isDirty || posted !== null;
  useEffect(() => onUnsent(unsent), [unsent, onUnsent]);
  const { setFocus, setValue } = form.form;
  const begin = useEffectEvent(() => {
    setFocus("body" as Path<Values>);
    onBegun?.();
  });
  useEffect(() => {
    if (begun) begin();
  }, [begun]);
  useEffect(() => {
    if (isDirty && seen === "" && newest !== undefined) setValue("seen" as Path<Values>, newest as PathValue<Values, Path<Values>>);
  }, [isDirty, seen, newest, setValue]);

  /** From now on, what was posted meanwhile has been read. */
  const acknowledge = () => posted?.[0] && see(posted[0].id);
  return {
    ...form,
    props: { ...form.props, id },
    /** Why it was refused, unless that is shown by the window with both versions. */
    message: posted === null ? form.message : null,
    /** Whether others have posted since somebody began to write. */
    overtaken: isDirty && seen !== "" && newest !== undefined && seen !== newest,
    /** For the window with both versions. */
    meanwhile: {
      open: posted !== null,
      posted: posted ?? [],
      mine: form.form.getValues(),
      form: id,
      busy: form.button.busy,
      message: form.message,
      onPost: () => void acknowledge(),
      onDiscard: () => {
        setPosted(null);
        form.discard();
      },
      onClose: () => {
        acknowledge();
        setPosted(null);
      },
    },
  };
}
