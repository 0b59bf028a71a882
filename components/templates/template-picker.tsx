import { useEffect, useId, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useReadAll } from "@/components/data/use-read";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import type { TemplateResponse } from "@/lib/http/api-client";
import { findOverwrittenFields } from "./template-values";
import { useTemplateParam } from "./use-template-param";

type TemplatePickerProps<Values extends FieldValues> = {
  kind: TemplateResponse["kind"];
  form: UseFormReturn<Values>;
  /** The fields that a template fills, with their names in messages. `body` includes `format`. */
  fields: Readonly<Record<string, string>>;
  /** The values of an empty form. */
  empty: Values;
  toValues: (template: TemplateResponse) => Partial<Values>;
};

type Question = { next: FieldValues; lost: string[]; movesFocus: boolean };

/**
 * Fills in a form from a template. Asks before it replaces user input. Choosing “None” removes the
 * previous template's values, except those that the user changed.
 */
export function TemplatePicker<Values extends FieldValues>({
  kind,
  form: typedForm,
  fields,
  empty,
  toValues,
}: TemplatePickerProps<Values>) {
  const form = typedForm as unknown as UseFormReturn;
  const { data: templates } = useReadAll("GET /v1/organizations/{orgID}/templates", {
    query: { kind },
  });
  const selectId = useId();
  const [picked, setPicked] = useState("");
  const [question, setQuestion] = useState<Question | null>(null);
  const last = useRef<FieldValues>(empty);
  /** True after a key such as an arrow key, which may select options only in passing. */
  const isBrowsing = useRef(false);

  const names = Object.keys(fields);
  const fill = (next: FieldValues, kept: readonly string[]) => {
    for (const name of [...names, "format"])
      if (!kept.includes(name === "format" ? "body" : name))
        form.setValue(name, next[name], { shouldDirty: true });
    last.current = next;
    setQuestion(null);
  };
  const focusMessage = () => form.setFocus("body");
  const pick = (id: string, movesFocus: boolean) => {
    setPicked(id);
    setQuestion(null);
    const template = templates?.find((each) => each.id === id);
    const next = template === undefined ? empty : toValues(template);
    const lost = findOverwrittenFields(names, form.getValues(), next, [empty, last.current]);
    if (template === undefined) return fill(next, lost);
    if (lost.length > 0) return setQuestion({ next, lost, movesFocus });
    fill(next, []);
    if (movesFocus) focusMessage();
  };

  useTemplateParam(templates, (id) => pick(id, false));

  if (templates === undefined || templates.length === 0) return null;
  return (
    <>
      {/* Next to the screen's heading, so that loading the templates doesn't move the form. */}
      <div
        className={
          "absolute end-0 bottom-[calc(100%+3.25rem)] flex items-center gap-2 sm:bottom-full sm:mb-6"
        }
      >
        <label htmlFor={selectId} className="font-medium">
          Template
        </label>
        <select
          id={selectId}
          className={`${controlClass} max-w-28 sm:max-w-64`}
          value={picked}
          onPointerDown={() => (isBrowsing.current = false)}
          onKeyDown={({ key }) => (isBrowsing.current = key !== "Enter")}
          onChange={(event) => pick(event.target.value, !isBrowsing.current)}
        >
          <option value="">None</option>
          {templates.map(({ id, name }) => (
            <option key={id} value={id} dir="auto">
              {name}
            </option>
          ))}
        </select>
      </div>
      {question && (
        <ReplaceQuestion
          question={question}
          fields={fields}
          onFill={(next, kept) => {
            fill(next, kept);
            focusMessage();
          }}
        />
      )}
    </>
  );
}

type ReplaceQuestionProps = {
  question: Question;
  fields: Readonly<Record<string, string>>;
  onFill: (next: FieldValues, kept: readonly string[]) => void;
};

function ReplaceQuestion({ question, fields, onFill }: ReplaceQuestionProps) {
  const { next, lost } = question;
  const keepButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (question.movesFocus) keepButton.current?.focus();
  }, [question]);
  return (
    <fieldset
      aria-label="Replace your changes?"
      className="grid min-w-0 gap-2 rounded-md bg-sunken p-3"
    >
      <p>This template would replace your {list(lost.map((name) => fields[name] ?? name))}.</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" ref={keepButton} onClick={() => onFill(next, lost)}>
          Keep mine and fill in the rest
        </Button>
        <Button variant="secondary" onClick={() => onFill(next, [])}>
          Use the template
        </Button>
      </div>
    </fieldset>
  );
}

const list = (parts: readonly string[]): string => new Intl.ListFormat("en").format(parts);
