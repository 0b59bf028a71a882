"use client";

import { CircleAlert } from "lucide-react";
import { type ComponentProps, useId } from "react";

export const controlClass =
  "block w-full rounded-md border border-control bg-surface px-3 py-1.5 text-base " +
  "text-ink aria-invalid:border-invalid aria-invalid:outline-invalid " +
  "pointer-fine:text-sm pointer-coarse:py-2.5";

export type FieldTexts = {
  label: string;
  /** A full sentence, or text without a period that continues the label: "must not be empty". */
  error?: string | undefined;
  hint?: React.ReactNode;
};

type AutoFocusProps = {
  focusFirst?: boolean;
};

type TextFieldProps = FieldTexts & AutoFocusProps & ComponentProps<"input">;

export function TextField({
  label,
  error,
  hint,
  focusFirst = false,
  className = "",
  "aria-describedby": description,
  ...input
}: TextFieldProps) {
  const id = useId();
  return (
    <div>
      <FieldLabel htmlFor={id} optional={input.required !== true}>
        {label}
      </FieldLabel>
      <input
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only with `focusFirst`
        autoFocus={focusFirst}
        data-focus-first={focusFirst || undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={getDescribedBy(id, error, hint, description)}
        dir="auto"
        className={`${controlClass} ${className}`}
        {...input}
      />
      <FieldNotes id={id} label={label} error={error} hint={hint} />
    </div>
  );
}

export function TextAreaField({
  label,
  error,
  hint,
  focusFirst = false,
  className = "",
  ...area
}: FieldTexts & AutoFocusProps & ComponentProps<"textarea">) {
  const id = useId();
  return (
    <div>
      <FieldLabel htmlFor={id} optional={area.required !== true}>
        {label}
      </FieldLabel>
      <textarea
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only with `focusFirst`
        autoFocus={focusFirst}
        data-focus-first={focusFirst || undefined}
        rows={2}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={getDescribedBy(id, error, hint)}
        dir="auto"
        className={`${controlClass} ${className}`}
        {...area}
      />
      <FieldNotes id={id} label={label} error={error} hint={hint} />
    </div>
  );
}

export function SelectField({
  label,
  error,
  hint,
  className = "",
  children,
  ...select
}: FieldTexts & ComponentProps<"select">) {
  const id = useId();
  return (
    <div>
      <FieldLabel htmlFor={id} optional={select.required !== true}>
        {label}
      </FieldLabel>
      <select
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={getDescribedBy(id, error, hint)}
        className={`${controlClass} ${className}`}
        {...select}
      >
        {children}
      </select>
      <FieldNotes id={id} label={label} error={error} hint={hint} />
    </div>
  );
}

type ConfirmationFieldProps = {
  expected: string;
  value: string;
  onChange: (value: string) => void;
};

/** A field in which the user types `expected` to confirm a dangerous action. */
export const ConfirmationField = ({ expected, value, onChange }: ConfirmationFieldProps) => (
  <TextField
    label={`Type “${expected}” to confirm`}
    required
    autoComplete="off"
    autoCapitalize="off"
    spellCheck={false}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);

/** The options of a `SelectField`, by value. */
export const SelectOptions = ({ labels }: { labels: Record<string, string> }) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

export function FieldGroup({
  label,
  error,
  hint,
  optional = false,
  children,
}: FieldTexts & { optional?: boolean; children: React.ReactNode }) {
  const id = useId();
  return (
    <Group
      aria-labelledby={`${id}-label`}
      aria-describedby={getDescribedBy(id, error, hint)}
      data-invalid={error !== undefined || undefined}
      tabIndex={-1}
      className="min-w-0"
    >
      <p id={`${id}-label`} className="mb-1 text-sm font-medium">
        {label} {optional && <Optional />}
      </p>
      {children}
      <FieldNotes id={id} label={label} error={error} hint={hint} />
    </Group>
  );
}

/** Groups fields. A `fieldset` would be slow: browsers lay it out again after each change in it. */
export function Group(props: React.ComponentProps<"div">) {
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
  return <div role="group" {...props} />;
}

export const getDescribedBy = (
  id: string,
  error: string | undefined,
  hint: React.ReactNode,
  other?: string,
) =>
  [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`, other]
    .filter(Boolean)
    .join(" ") || undefined;

function Optional() {
  return <span className="font-normal text-muted">(optional)</span>;
}

export function FieldLabel({
  htmlFor,
  optional,
  children,
}: {
  htmlFor: string;
  optional: boolean;
  children: React.ReactNode;
}) {
  return (
    <label htmlFor={htmlFor} className="mb-1 block text-sm font-medium">
      {children} {optional && <Optional />}
    </label>
  );
}

export function FieldNotes({ id, label, error, hint }: FieldTexts & { id: string }) {
  return (
    <>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 flex items-start gap-1.5 text-sm text-invalid">
          <CircleAlert className="mt-0.5 size-4 shrink-0" />
          <span>{error.endsWith(".") || error.endsWith("。") ? error : `${label} ${error}.`}</span>
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </>
  );
}
