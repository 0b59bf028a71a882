"use client";

import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useReadAll } from "@/components/data/use-read";
import { useTemplateParam } from "@/components/templates/use-template-param";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import {
  type TemplateField,
  type TemplateValues,
  toTemplateValues,
  type ReportValues,
  findOverwrittenFields,
} from "./report-values";

const fieldLabels: Record<TemplateField, string> = {
  title: "title",
  impact: "impact",
  status: "status",
  body: "message",
  translations: "translations",
  chosen: "components",
};

type Question = { next: TemplateValues; lost: TemplateField[]; movesFocus: boolean };

type TemplatePickerProps = {
  orgID: string;
  form: UseFormReturn<ReportValues>;
  known: ReadonlySet<string> | undefined;
};

export function TemplatePicker({ orgID, form, known }: TemplatePickerProps) {
  const { data: templates } = useReadAll("GET /v1/organizations/{orgID}/templates", {
    params: { orgID },
    query: { kind: "incident" },
  });
  const [picked, setPicked] = useState("");
  const [question, setQuestion] = useState<Question | null>(null);
  const last = useRef<TemplateValues | null>(null);
  /** True after a key such as an arrow key, which selects options on the way to the wanted one. */
  const isBrowsing = useRef(false);

  const fill = (next: TemplateValues, kept: readonly TemplateField[]) => {
    for (const field of Object.keys(next) as (keyof TemplateValues)[]) {
      const isKept = kept.includes(field === "format" ? "body" : field);
      if (!isKept) form.setValue(field, next[field], { shouldDirty: true });
    }
    last.current = next;
    setQuestion(null);
  };
  const pick = (id: string, movesFocus: boolean) => {
    setPicked(id);
    setQuestion(null);
    const template = templates?.find((each) => each.id === id);
    if (template === undefined) return;
    const next = toTemplateValues(template, known);
    const lost = findOverwrittenFields(form.getValues(), last.current, next);
    if (lost.length > 0) return setQuestion({ next, lost, movesFocus });
    fill(next, []);
    if (movesFocus) form.setFocus("body");
  };

  useTemplateParam(templates, (id) => pick(id, false));

  if (templates === undefined || templates.length === 0) return null;
  return (
    <div className="grid gap-2">
      <SelectField
        label="Template"
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
      </SelectField>
      {question && (
        <ReplaceQuestion
          question={question}
          onFill={(next, kept) => {
            fill(next, kept);
            form.setFocus("body");
          }}
        />
      )}
    </div>
  );
}

type ReplaceQuestionProps = {
  question: Question;
  onFill: (next: TemplateValues, kept: readonly TemplateField[]) => void;
};

function ReplaceQuestion({ question, onFill }: ReplaceQuestionProps) {
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
      <p>This template would replace your {list(lost.map((field) => fieldLabels[field]))}.</p>
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
