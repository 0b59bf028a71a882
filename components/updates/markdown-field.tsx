import { Bold, Code, Italic, Link, List } from "lucide-react";
import { type ComponentProps, useId, useState } from "react";
import { useIsMac } from "@/components/shell/shortcuts";
import { controlClass, getDescribedBy, type FieldTexts, Labeled } from "@/components/ui/field";
import { getArrowStep } from "@/components/ui/arrow-keys";
import { getPanelProps, TabList } from "@/components/ui/tabs";
import { LinkButton } from "@/components/ui/route-link";
import type { TextFormat } from "@/lib/markdown/values";
import {
  type TextEdit,
  insertLink,
  type TextSelection,
  toggleCode,
  toggleList,
  toggleMark,
} from "./markdown-edits";
import { MessageText } from "./message-text";

const tools: {
  label: string;
  key?: string;
  Icon: typeof Bold;
  toEdit: (selection: TextSelection) => TextEdit;
}[] = [
  { label: "Bold", key: "b", Icon: Bold, toEdit: (selection) => toggleMark(selection, "**") },
  { label: "Italic", key: "i", Icon: Italic, toEdit: (selection) => toggleMark(selection, "*") },
  { label: "Link", key: "k", Icon: Link, toEdit: insertLink },
  { label: "Code", Icon: Code, toEdit: toggleCode },
  { label: "List", Icon: List, toEdit: toggleList },
];

/** Inserts text as if the user typed it, so that undo and form events work. */
function applyEdit(
  area: HTMLTextAreaElement,
  toEdit: (selection: TextSelection) => TextEdit,
): void {
  const { value, selectionStart: start, selectionEnd: end } = area;
  const { from, to, text, select } = toEdit({ value, start, end });
  area.focus();
  area.setSelectionRange(from, to);
  document.execCommand("insertText", false, text);
  area.setSelectionRange(...select);
}

/** Moves the focus to the screen, so that shortcuts work. A dialog takes the focus itself. */
function leave(area: HTMLTextAreaElement): void {
  const main = area.closest<HTMLElement>("main[tabindex]");
  if (main === null) area.blur();
  else main.focus({ preventScroll: true });
}

function applyShortcut(event: React.KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.altKey || event.shiftKey) return;
  if (event.key === "Escape" && !event.nativeEvent.isComposing) leave(event.currentTarget);
  const tool = tools.find(({ key }) => key === event.key.toLowerCase());
  if (tool === undefined || !(event.metaKey || event.ctrlKey)) return;
  const { selectionStart, selectionEnd } = event.currentTarget;
  // Without a selection, the shortcut opens the command palette.
  if (tool.key === "k" && selectionStart === selectionEnd) return;
  event.preventDefault();
  applyEdit(event.currentTarget, tool.toEdit);
}

const headClass =
  "flex flex-wrap items-center justify-between gap-x-2 rounded-t-md border-b border-line " +
  "bg-sunken px-1";

const views = { write: "Write", preview: "Preview" };

type MarkdownFieldProps = FieldTexts &
  ComponentProps<"textarea"> & {
    format?: TextFormat;
    onFormatChange?: (format: TextFormat) => void;
  };

/** A plain-text message stays plain text until the user switches to Markdown. */
export function MarkdownField({
  label,
  error,
  hint,
  format = "markdown",
  onFormatChange,
  className = "",
  ...area
}: MarkdownFieldProps) {
  const id = useId();
  const [view, setView] = useState<keyof typeof views>("write");
  const [written, setWritten] = useState("");
  const getArea = () => document.getElementById(id) as HTMLTextAreaElement;
  const isMarkdown = format === "markdown";
  const shown = isMarkdown && error === undefined ? view : "write";
  const text = typeof area.value === "string" ? area.value : written;
  return (
    <Labeled {...{ id, label, error, hint }} optional={area.required !== true}>
      <div className="rounded-md border border-control bg-surface has-aria-invalid:border-invalid">
        {isMarkdown && (
          <div className={headClass}>
            <TabList
              {...{ id, shown }}
              tabs={views}
              label="Editor"
              onShow={(next) => {
                setWritten(getArea().value);
                setView(next);
              }}
            />
            {shown === "write" && <Toolbar area={id} getArea={getArea} />}
          </div>
        )}
        <div {...(isMarkdown && getPanelProps({ id, shown }))}>
          {shown === "preview" && <Preview text={text} />}
          <textarea
            id={id}
            rows={2}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={getDescribedBy(id, error, hint)}
            dir="auto"
            hidden={shown === "preview"}
            onKeyDown={isMarkdown ? applyShortcut : undefined}
            className={`${controlClass} border-0 -outline-offset-2 ${isMarkdown ? "rounded-t-none" : ""} ${className}`}
            {...area}
          />
        </div>
      </div>
      {!isMarkdown && <PlainTextNotice onUseMarkdown={() => onFormatChange?.("markdown")} />}
    </Labeled>
  );
}

const PlainTextNotice = ({ onUseMarkdown }: { onUseMarkdown: () => void }) => (
  <p className="mt-1 text-sm text-muted">
    Plain text. <LinkButton onClick={onUseMarkdown}>Use Markdown</LinkButton>
  </p>
);

const Preview = ({ text }: { text: string }) => (
  <div className="min-h-14 px-3 py-2">
    {text.trim() === "" ? (
      <p className="text-muted">Nothing to preview yet.</p>
    ) : (
      <MessageText text={text} format="markdown" />
    )}
  </div>
);

type ToolbarProps = { area: string; getArea: () => HTMLTextAreaElement };

function Toolbar({ area, getArea }: ToolbarProps) {
  const [current, setCurrent] = useState(0);
  const command = useIsMac() ? "⌘" : "Ctrl+";
  const move = (event: React.KeyboardEvent<HTMLElement>) => {
    const step = getArrowStep(event);
    if (step === 0) return;
    const next = (current + step + tools.length) % tools.length;
    setCurrent(next);
    event.currentTarget.querySelectorAll("button")[next]!.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons receive the focus
    <div
      role="toolbar"
      aria-label="Formatting"
      aria-controls={area}
      onKeyDown={move}
      className="flex"
    >
      {tools.map(({ label, key, Icon, toEdit }, index) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={key === undefined ? label : `${label} (${command}${key.toUpperCase()})`}
          tabIndex={index === current ? 0 : -1}
          onClick={() => {
            setCurrent(index);
            applyEdit(getArea(), toEdit);
          }}
          className={
            "inline-flex size-8 items-center justify-center rounded-md text-muted " +
            "hover:bg-surface hover:text-ink pointer-coarse:size-11"
          }
        >
          <Icon className="size-4" />
        </button>
      ))}
    </div>
  );
}
