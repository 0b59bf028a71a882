"use client";

import { type SubmitEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useSessionEnded } from "@/components/auth/session";
import { ApiError } from "@/lib/http/client";

const never = () => () => {};

/** `leaving` keeps the form busy: the browser is on its way to another page. */
type Submit = (values: FormData, form: HTMLFormElement) => Promise<"leaving" | void>;

/**
 * A form that one call to `/v1` judges: the limits are the server's settings, so nothing is judged twice. Errors of the
 * named `fields` belong at the fields, whatever else went wrong in the form's message.
 */
export function useForm(fields: readonly string[], submit: Submit) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const sessionEnded = useSessionEnded();
  // Before the scripts run, the browser itself would send the form, to nobody.
  const ready = useSyncExternalStore(never, () => true, () => false);

  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [error]);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const element = event.currentTarget;
    setBusy(true);
    setError(null);
    try {
      if ((await submit(new FormData(element), element)) !== "leaving") setBusy(false);
    } catch (thrown) {
      setBusy(false);
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.status === 401 && sessionEnded !== null) sessionEnded();
      else setError(thrown);
    }
  }

  const elsewhere = error?.errors.filter(({ path }) => !fields.includes(path)) ?? [];
  const message =
    error === null || (error.errors.length > 0 && elsewhere.length === 0)
      ? null
      : elsewhere.map(({ path, message }) => `${path} ${message}.`).join(" ") || error.detail;

  return {
    /** For the `form` element. */
    props: { ref: form, onSubmit, noValidate: true, method: "post" as const },
    /** For its button. */
    button: { type: "submit" as const, busy, disabled: !ready },
    message,
    errorOf: (field: string) => error?.errors.find(({ path }) => path === field)?.message,
  };
}
