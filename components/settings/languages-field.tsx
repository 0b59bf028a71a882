import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Badge } from "@/components/ui/badge";
import { FieldGroup } from "@/components/ui/field";
import { type Language, languageNames, languages, languageTags } from "@/lib/organizations/values";

type Props = {
  value: readonly Language[];
  onChange: (languages: Language[]) => void;
  error: string | undefined;
};

const iconButtonClass =
  "grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink " +
  "disabled:opacity-40 pointer-coarse:size-11";

export function LanguagesField({ value, onChange, error }: Props) {
  const available = languages.filter((language) => !value.includes(language));
  const list = useRef<HTMLOListElement>(null);
  /**
   * Changes the list. If this removes or disables the pressed button, focuses the first enabled
   * button in the row at the index `focused`, or else in the last row. If that row has none,
   * focuses the first button that adds a language.
   */
  const changeList = (next: Language[], focused: number) => {
    const pressed = document.activeElement;
    flushSync(() => onChange(next));
    if (pressed?.isConnected && pressed.matches(":enabled")) return;
    const row = list.current!.children[Math.min(focused, next.length - 1)];
    const find = (element: Element | null | undefined) =>
      element?.querySelector<HTMLElement>("button:enabled");
    (find(row) ?? find(list.current!.nextElementSibling))?.focus();
  };
  const swap = (from: number, to: number) =>
    changeList(value.with(from, value[to]!).with(to, value[from]!), to);
  return (
    <FieldGroup
      label="Languages"
      error={error}
      hint={
        "The page opens in the default language, and visitors can switch to the others. " +
        "Forms have a tab for each language."
      }
    >
      <ol ref={list} className="rounded-md border border-line">
        {value.map((language, index) => {
          const name = languageNames[language];
          return (
            <li
              key={language}
              className="flex items-center gap-2 border-b border-line py-0.5 ps-3 pe-1 last:border-b-0"
            >
              <span lang={languageTags[language]} className="min-w-0 flex-1">
                {name}
              </span>
              {index === 0 && <Badge>Default</Badge>}
              <button
                type="button"
                aria-label={`Move ${name} up`}
                disabled={index === 0}
                onClick={() => swap(index, index - 1)}
                className={iconButtonClass}
              >
                <ArrowUp className="size-4" />
              </button>
              <button
                type="button"
                aria-label={`Move ${name} down`}
                disabled={index === value.length - 1}
                onClick={() => swap(index, index + 1)}
                className={iconButtonClass}
              >
                <ArrowDown className="size-4" />
              </button>
              <button
                type="button"
                aria-label={`Remove ${name}`}
                disabled={value.length === 1}
                onClick={() =>
                  changeList(
                    value.filter((one) => one !== language),
                    index,
                  )
                }
                className={iconButtonClass}
              >
                <X className="size-4" />
              </button>
            </li>
          );
        })}
      </ol>
      {available.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {available.map((language) => (
            <button
              key={language}
              type="button"
              onClick={() => changeList([...value, language], value.length)}
              className={
                "rounded-md border border-dashed border-control px-2 py-1 text-muted hover:bg-sunken " +
                "hover:text-ink pointer-coarse:min-h-11"
              }
            >
              Add {languageNames[language]}
            </button>
          ))}
        </div>
      )}
    </FieldGroup>
  );
}
