import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { FieldGroup, TextField } from "@/components/ui/field";
import { MAX_LINKS, type LabeledLink } from "@/lib/organizations/values";

type Props = {
  label: string;
  hint: string;
  value: readonly LabeledLink[];
  onChange: (links: LabeledLink[]) => void;
  /** Returns the error of a part, such as `0.url`, or of the whole field. */
  getError: (part?: string) => string | undefined;
};

export function LinksField({ label, hint, value, onChange, getError }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const changeList = (links: LabeledLink[], focused: number) => {
    flushSync(() => onChange(links));
    const at = Math.min(focused, links.length - 1);
    const next = list.current!.children[at]?.querySelector("input");
    (next ?? (list.current!.nextElementSibling as HTMLElement | null))?.focus();
  };
  const changeLink = (index: number, change: Partial<LabeledLink>) =>
    onChange(value.with(index, { ...value[index]!, ...change }));
  return (
    <FieldGroup label={label} optional hint={hint} error={getError()}>
      <ul ref={list} className="grid gap-3">
        {value.map((link, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- links have no other identity
          <li key={index} className="grid grid-cols-[1fr_2fr_auto] items-start gap-2">
            <TextField
              label="Label"
              required
              value={link.label}
              onChange={({ target }) => changeLink(index, { label: target.value })}
              error={getError(`${index}.label`)}
            />
            <TextField
              label="URL"
              type="url"
              inputMode="url"
              placeholder="https://"
              required
              value={link.url}
              onChange={({ target }) => changeLink(index, { url: target.value })}
              error={getError(`${index}.url`)}
            />
            <Button
              variant="quiet"
              className="mt-6"
              aria-label={`Remove ${link.label || "this link"}`}
              onClick={() =>
                changeList(
                  value.filter((_, other) => other !== index),
                  index,
                )
              }
            >
              <X className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      {value.length < MAX_LINKS && (
        <Button
          variant="secondary"
          className={value.length > 0 ? "mt-2" : ""}
          onClick={() => changeList([...value, { label: "", url: "" }], value.length)}
        >
          <Plus className="size-4" /> Add link<span className="sr-only"> to “{label}”</span>
        </Button>
      )}
    </FieldGroup>
  );
}
