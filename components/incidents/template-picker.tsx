"use client";

import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useReadAll } from "@/components/data/use-read";
import { useAskedTemplate } from "@/components/templates/use-asked-template";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { type Filling, fillingOf, type ReportValues, wouldLose } from "./report-values";

const words: Record<keyof Filling, string> = { title: "title", impact: "impact", status: "status", body: "words", chosen: "components" };

type TemplatePickerProps = { orgID: string; form: UseFormReturn<ReportValues>; known: ReadonlySet<string> | undefined };

/** Begins the report with words that were prepared on a calm day, or with those that the address names (`?template=`). What somebody typed is replaced only when they say so. */
export function TemplatePicker({ orgID, form, known }: TemplatePickerProps) {
  const { data: templates } = useReadAll("GET /v1/organizations/{orgID}/templates", { params: { orgID }, query: { kind: "incident" } });
  const [picked, setPicked] = useState("");
  const [question, setQuestion] = useState<{ next: Filling; lost: (keyof Filling)[]; byHand: boolean } | null>(null);
  const last = useRef<Filling | null>(null);
  const answer = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (question?.byHand) answer.current?.focus();
  }, [question]);

  const fill = (next: Filling, kept: readonly (keyof Filling)[]) => {
    for (const field of Object.keys(next) as (keyof Filling)[]) {
      if (!kept.includes(field)) form.setValue(field, next[field], { shouldDirty: true });
    }
    last.current = next;
    setQuestion(null);
  };
  const pick = (id: string, byHand: boolean) => {
    setPicked(id);
    setQuestion(null);
    const template = templates?.find((each) => each.id === id);
    if (template === undefined) return;
    const next = fillingOf(template, known);
    const lost = wouldLose(form.getValues(), last.current, next);
    if (lost.length === 0) fill(next, []);
    else setQuestion({ next, lost, byHand });
  };

  useAskedTemplate(templates, (id) => pick(id, false));

  if (templates === undefined || templates.length === 0) return null;
  return (
    <div className="grid gap-2">
      <SelectField label="Template" value={picked} onChange={(event) => pick(event.target.value, true)}>
        <option value="">None</option>
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {question && (
        <fieldset aria-label="What becomes of what you typed" className="grid min-w-0 gap-2 rounded-md bg-sunken p-3">
          <p>The template has another {list(question.lost.map((field) => words[field]))} than you typed.</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" ref={answer} onClick={() => fill(question.next, question.lost)}>
              Keep mine, fill in the rest
            </Button>
            <Button variant="secondary" onClick={() => fill(question.next, [])}>
              Take the template’s
            </Button>
          </div>
        </fieldset>
      )}
    </div>
  );
}

const list = (parts: readonly string[]): string => new Intl.ListFormat("en").format(parts);
