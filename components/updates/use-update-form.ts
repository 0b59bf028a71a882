"use client";

import { useEffect, useEffectEvent, useId, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  useWatch,
} from "react-hook-form";
import type { z } from "zod";
import { useRefresh } from "@/components/data/use-read";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { callWithUndo, useUndoToast } from "./use-undo";

export type UpdateFormValues = {
  body: string;
  notify: boolean;
  /** The id of the newest update when the user began to write; "" until then. */
  seen: string;
};

type Options<Values extends UpdateFormValues, Update> = {
  schema: z.ZodType<unknown, Values>;
  empty: Values;
  draft: string;
  newest: string | undefined;
  /** `after` is the id of the newest update the user has seen. */
  post: (
    values: Values,
    after: string | undefined,
    idempotencyKey: string,
  ) => Promise<{ data: Update }>;
  remove: (updateID: string) => Promise<unknown>;
  done: (values: Values) => React.ReactNode;
  notifies: (values: Values) => boolean;
  readPostedSince: (seen: string) => Promise<readonly Update[]>;
  onUnsent: (unsent: boolean) => void;
  onPosted?: (() => void) | undefined;
  /** Moves the focus to the message once, then calls `onBegun`. */
  begun?: boolean;
  onBegun?: (() => void) | undefined;
};

/** If someone else has posted since `after` (409), the user reviews both before posting again. */
export function useUpdateForm<
  Values extends UpdateFormValues & FieldValues,
  Update extends { id: string },
>({
  schema,
  empty,
  draft,
  newest,
  post,
  remove,
  done,
  notifies,
  readPostedSince,
  onUnsent,
  onPosted,
  begun = false,
  onBegun,
}: Options<Values, Update>) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const showPosted = useUndoToast();
  const id = useId();
  const [posted, setPosted] = useState<readonly Update[] | null>(null);
  const form = useCallForm<Values>({
    schema,
    defaultValues: empty as DefaultValues<Values>,
    draft,
    submit: async (values, _etag, idempotencyKey) => {
      const after = values.seen || newest;
      // A retry after a timeout must repeat the same request.
      if (after !== undefined) markSeen(after);
      const { data: update, until } = await callWithUndo(idempotencyKey, () =>
        post(values, after, idempotencyKey),
      );
      setPosted(null);
      form.form.reset(empty);
      await refresh();
      showPosted({
        done: done(values),
        notifies: notifies(values),
        until,
        undo: () => remove(update.id),
        restore: () => form.restore({ ...values, seen: "" }),
        undone: "Update deleted.",
      });
      onPosted?.();
    },
    handleError: async ({ status }) => {
      const since =
        status === 409 ? await readPostedSince(form.form.getValues("seen" as Path<Values>)) : [];
      if (since.length === 0) return false;
      setPosted(since);
      void refresh();
      return true;
    },
  });
  const markSeen = (update: string) =>
    form.form.setValue("seen" as Path<Values>, update as PathValue<Values, Path<Values>>);

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
    if (isDirty && seen === "" && newest !== undefined)
      setValue("seen" as Path<Values>, newest as PathValue<Values, Path<Values>>);
  }, [isDirty, seen, newest, setValue]);

  const acknowledge = () => posted?.[0] && markSeen(posted[0].id);
  return {
    ...form,
    props: { ...form.props, id },
    /** Null while the conflict dialog shows it. */
    message: posted === null ? form.message : null,
    overtaken: isDirty && seen !== "" && newest !== undefined && seen !== newest,
    updateConflict: {
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
