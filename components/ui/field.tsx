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

type ControlProps = AutoFocusProps &
  Pick<ComponentProps<"input">, "required" | "className" | "aria-describedby">;

/** Returns the props of a control, and those of the `Labeled` around it. */
function useField<Control extends object>({
  label,
  error,
  hint,
  focusFirst = false,
  required,
  className = "",
  "aria-describedby": description,
  ...control
}: FieldTexts & ControlProps & Control) {
  const id = useId();
  return {
    labeled: { id, label, error, hint, optional: required !== true },
    control: {
      id,
      autoFocus: focusFirst,
      "data-focus-first": focusFirst || undefined,
      required,
      "aria-invalid": error !== undefined || undefined,
      "aria-describedby": getDescribedBy(id, error, hint, description),
      className: `${controlClass} ${className}`,
      ...control,
    },
  };
}

export function TextField(props: FieldTexts & AutoFocusProps & ComponentProps<"input">) {
  const { labeled, control } = useField(props);
  return (
    <Labeled {...labeled}>
      <input dir="auto" {...control} />
    </Labeled>
  );
}

export function TextAreaField(props: FieldTexts & AutoFocusProps & ComponentProps<"textarea">) {
  const { labeled, control } = useField(props);
  return (
    <Labeled {...labeled}>
      <textarea rows={2} dir="auto" {...control} />
    </Labeled>
  );
}

export function SelectField(props: FieldTexts & ComponentProps<"select">) {
  const { labeled, control } = useField(props);
  return (
    <Labeled {...labeled}>
      <select {...control} />
    </Labeled>
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

type LabeledProps = FieldTexts & { id: string; optional: boolean; children: React.ReactNode };

/** Renders the label of the control with this `id`, the control, its error, and its hint. */
export function Labeled({ optional, children, ...texts }: LabeledProps) {
  return (
    <div>
      <label htmlFor={texts.id} className="mb-1 block text-sm font-medium">
        {texts.label} {optional && <Optional />}
      </label>
      {children}
      <FieldNotes {...texts} />
    </div>
  );
}

function FieldNotes({ id, label, error, hint }: FieldTexts & { id: string }) {
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
