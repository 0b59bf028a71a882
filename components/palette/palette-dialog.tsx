import { Command } from "cmdk";
import { CornerDownLeft } from "lucide-react";
import { startTransition, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useOpenScreen } from "@/components/shell/use-open-screen";
import { Dialog } from "@/components/ui/dialog";
import { limits } from "@/lib/limits";
import type { Row, RowGroup } from "./rows";
import { findMatches } from "./match";

export type PaletteProps = { initialQuery: string; onClose: () => void; onHelp: () => void };

type Found = { groups: readonly RowGroup[]; isSearching: boolean };
type ResultsProps = Found & {
  query: string;
  onQueryChange: (query: string) => void;
  onClose: () => void;
};

/** Creates a palette from a hook that returns the groups for a query. */
export function createPalette(useGroups: (query: string, onHelp: () => void) => Found) {
  function Content({ initialQuery, onClose, onHelp }: PaletteProps) {
    const [query, onQueryChange] = useState(initialQuery);
    return <Results {...useGroups(query, onHelp)} {...{ query, onQueryChange, onClose }} />;
  }
  return function Palette({ open, ...props }: PaletteProps & { open: boolean }) {
    return (
      <Dialog open={open} onClose={props.onClose} title="Search or run a command" isTop>
        <Content {...props} />
      </Dialog>
    );
  };
}

/** Returns a key without spaces, because the key is also the ID of the row's element. */
const getKey = ([label, , target, options]: Row): string =>
  encodeURIComponent(`${label} ${typeof target === "string" ? target : ""} ${options?.id ?? ""}`);

/** The first paint has no matches, so that the palette opens immediately. */
const NOT_RENDERED: RowGroup[] = [];

function Results({ query, onQueryChange, groups, isSearching, onClose }: ResultsProps) {
  const openScreen = useOpenScreen();
  const found = useMemo(() => findMatches(groups, query), [groups, query]);
  const matches = useDeferredValue(found, NOT_RENDERED);
  const isRendered = matches !== NOT_RENDERED;
  const result = matches.length > 0 || !isRendered ? "" : isSearching ? "Searching…" : "No results";
  const choose = ([label, , target]: Row) => {
    onClose();
    if (typeof target === "string") openScreen(target, `“${label}”`);
    else void target();
  };
  const rows = matches.flatMap(([, shown]) => shown);
  const highlight = useHighlight({ query, rows, isRendered, isSearching, choose });
  return (
    <Command
      label="Search or run a command"
      loop
      vimBindings={false}
      shouldFilter={false}
      {...highlight}
      className="flex min-h-0 flex-col"
    >
      <QueryInput {...{ query, onQueryChange }} highlightedId={highlight.value} />
      <output className={result === "" ? "sr-only" : "block px-3 py-8 text-center text-muted"}>
        {result}
      </output>
      <Command.List
        hidden={matches.length === 0}
        className="max-h-104 min-h-0 overflow-y-auto overscroll-contain p-2"
      >
        {matches.map(([heading, shown]) => (
          <Command.Group
            key={heading}
            heading={<p className="px-3 py-1.5 text-xs text-muted">{heading}</p>}
          >
            {shown.map((row) => (
              <Item key={getKey(row)} row={row} onSelect={() => choose(row)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

type QueryInputProps = Pick<ResultsProps, "query" | "onQueryChange"> & { highlightedId: string };

/** Shows typed letters immediately, and updates the matches in a transition. */
function QueryInput({ query, onQueryChange, highlightedId }: QueryInputProps) {
  const [typed, setTyped] = useState(query);
  return (
    <Command.Input
      value={typed}
      onValueChange={(text) => {
        setTyped(text);
        startTransition(() => onQueryChange(text));
      }}
      asChild
    >
      <input
        data-focus-first
        // cmdk sets this attribute only after an arrow key was pressed.
        aria-activedescendant={highlightedId}
        placeholder="Search or run a command…"
        dir="auto"
        maxLength={limits.name}
        className={
          "shrink-0 border-b border-line bg-surface px-4 py-3 text-base outline-none " +
          "placeholder:text-muted"
        }
      />
    </Command.Input>
  );
}

function Item({ row, onSelect }: { row: Row; onSelect: () => void }) {
  const [label, , , { detail, icon, icon: Icon = CornerDownLeft } = {}] = row;
  return (
    <Command.Item value={getKey(row)} onSelect={onSelect} asChild>
      <div
        id={getKey(row)}
        className={
          "flex cursor-pointer items-center gap-2 rounded-md px-3 py-2 " +
          "aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 " +
          "aria-selected:outline-accent pointer-coarse:min-h-11"
        }
      >
        <Icon className={`size-4 shrink-0 text-muted ${icon ? "" : "rtl:-scale-x-100"}`} />
        <span className="grid min-w-0 flex-1 gap-x-2 sm:flex sm:items-center">
          <bdi className="min-w-0 flex-1 wrap-anywhere">{label}</bdi>
          {detail !== undefined && (
            <bdi className="truncate text-xs text-muted sm:max-w-1/2 sm:shrink-0">{detail}</bdi>
          )}
        </span>
      </div>
    </Command.Item>
  );
}

type Highlight = Pick<ResultsProps, "query" | "isSearching"> & {
  rows: readonly Row[];
  isRendered: boolean;
  choose: (row: Row) => void;
};

/** Highlights the first match until the user moves to another one. */
function useHighlight({ query, rows, isRendered, isSearching, choose }: Highlight) {
  const [moved, setMoved] = useState({ query, key: "" });
  /**
   * The query and highlighted row when Enter was pressed. `key` is null if the matches of this
   * query were not rendered yet.
   */
  const pressed = useRef<{ query: string; key: string | null } | null>(null);
  const keys = rows.map(getKey);
  const index = moved.query === query ? Math.max(0, keys.indexOf(moved.key)) : 0;
  const [highlighted, value = ""] = [rows[index], keys[index]];
  // Enter waits for the first render of matches. While results load, it also waits if the first
  // match runs without confirmation, because another match may become the first.
  const isImmediate = highlighted?.[3]?.requiredWords !== undefined;
  const isUncertain = !isRendered || (isSearching && index === 0 && isImmediate);
  useEffect(() => {
    if (pressed.current?.query !== query || isUncertain) return;
    const { key } = pressed.current;
    pressed.current = null;
    if (highlighted !== undefined && (key === null || key === value)) choose(highlighted);
  });
  useEffect(() => {
    document.getElementById(value)?.scrollIntoView({ block: "nearest" });
  }, [value]);
  return {
    value,
    // cmdk also calls this when it selects the first item itself.
    onValueChange: (key: string) => setMoved({ query, key: key === keys[0] ? "" : key }),
    onKeyDown: (event: React.KeyboardEvent) => {
      // Enter also ends the composition of characters, such as in Japanese.
      if (event.nativeEvent.isComposing) return;
      const typed = event.target instanceof HTMLInputElement ? event.target.value : query;
      pressed.current = null;
      // Enter also waits for the matches of the typed text.
      if (event.key !== "Enter" || (typed === query && !isUncertain)) return;
      event.preventDefault();
      pressed.current = { query: typed, key: typed === query && isRendered ? value : null };
    },
  };
}
