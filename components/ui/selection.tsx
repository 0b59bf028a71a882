import { X } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "./button";
import { createStore } from "./create-store";
import { formatAmount } from "./format-count";

/** The selected rows of a list. */
export type RowSelection = ReturnType<typeof useSelection>;

type State = {
  chosen: ReadonlySet<string>;
  anchor: string | null;
  /**
   * The IDs last passed to `select`, including rows that are not loaded. Empty if all rows are
   * loaded.
   */
  all: readonly string[];
  /** Whether `all` contains the IDs of all rows. */
  isComplete: boolean;
};

/** Selects or clears a row or, with `isRange`, all rows from the previously toggled one to it. */
function toggleRow(
  { anchor, chosen, ...state }: State,
  ids: readonly string[],
  id: string,
  isRange: boolean,
): State {
  const [from, to] = [ids.indexOf(anchor ?? id), ids.indexOf(id)];
  const changed =
    isRange && from !== -1 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  const next = new Set(chosen);
  for (const each of changed) {
    if (chosen.has(id)) next.delete(each);
    else next.add(each);
  }
  return { ...state, chosen: next, anchor: id };
}

/** A selection as a store with a stable identity, so that changes don't re-render memoized rows. */
export type SelectableRows = ReturnType<typeof createRows>;

function createRows() {
  const store = createStore<State>({ chosen: new Set(), anchor: null, all: [], isComplete: false });
  let ids: readonly string[] = [];
  return {
    ...store,
    setIds: (listed: readonly string[]) => void (ids = listed),
    toggle: (id: string, isRange: boolean) => store.set(toggleRow(store.get(), ids, id, isRange)),
  };
}

/**
 * Selects rows of a list. `readAll` reads the IDs of all rows and passes them to `select`, unless
 * reading fails. It is null if `ids` contains all rows. When `scope` changes, such as the filters
 * of the list, the selection is cleared.
 */
export function useSelection(
  ids: readonly string[],
  readAll: ((select: (allIds: readonly string[]) => void) => Promise<void>) | null = null,
  scope = "",
) {
  const [of, setOf] = useState(() => ({ scope, rows: createRows() }));
  if (of.scope !== scope) setOf({ scope, rows: createRows() });
  const { rows } = of;
  const { chosen, anchor, all, isComplete } = useSyncExternalStore(
    rows.subscribe,
    rows.get,
    rows.get,
  );
  const [isReading, setIsReading] = useState(false);
  useEffect(() => rows.setIds(ids));
  const select = (selectedIds: readonly string[], isAll = false) => {
    const known = readAll === null ? [] : selectedIds;
    rows.set({ chosen: new Set(selectedIds), anchor, all: known, isComplete: isAll });
  };
  return {
    rows,
    // Excludes selected rows that are no longer in the list.
    selected: [...new Set([...ids, ...all])].filter((id) => chosen.has(id)),
    has: (id: string) => chosen.has(id),
    /** The number of rows, or null while it is unknown. */
    count: readAll === null ? ids.length : isComplete ? all.length : null,
    anchor,
    isReading,
    selectAll: async () => {
      if (readAll === null) return select(ids);
      if (isReading) return;
      setIsReading(true);
      await readAll((allIds) => select(allIds, true)).finally(() => setIsReading(false));
    },
    select,
  };
}

type RowCheckboxProps = { name: string; id: string; rows: SelectableRows };

export function RowCheckbox({ name, id, rows }: RowCheckboxProps) {
  const isSelected = () => rows.get().chosen.has(id);
  const checked = useSyncExternalStore(rows.subscribe, isSelected, isSelected);
  return (
    <label className="grid size-9 shrink-0 cursor-pointer place-items-center pointer-coarse:size-11">
      <input
        type="checkbox"
        data-select-row
        aria-label={`Select ${name}`}
        title="Shortcut: X"
        checked={checked}
        // A change event does not contain the state of the Shift key.
        onClick={(event) => rows.toggle(id, event.shiftKey)}
        onChange={() => {}}
        className="size-4 accent-accent"
      />
    </label>
  );
}

type SelectionBarProps = { selection: RowSelection; noun: string; children: React.ReactNode };

/** Shows the number of selected rows and actions for them. */
export function SelectionBar({ selection, noun, children }: SelectionBarProps) {
  const { selected, count, anchor, isReading, selectAll, select } = selection;
  const amount = formatAmount(selected.length, noun);
  const isEmpty = selected.length === 0;
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    // Moves the focus to the link or button of a row if the bar disappeared with the focus.
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body)
      (
        document.querySelector<HTMLElement>(`main [data-row="${anchor}"]`) ??
        document.querySelector<HTMLElement>("main [data-row]")
      )?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty, anchor]);
  return (
    <>
      {/* Screen readers announce changes only in an element that already exists. */}
      <output className="sr-only">{!isEmpty && `${amount} selected`}</output>
      {(!isEmpty || isReading) && (
        <section
          aria-label="Selection"
          tabIndex={-1}
          data-focus-fallback
          className={
            "selection-bar bottom-bar sticky z-10 mt-3 flex flex-wrap items-center gap-2 rounded-lg " +
            "border border-line bg-surface px-3 py-2 shadow-lg lg:bottom-4 " +
            "bottom-[calc(4.5rem+env(safe-area-inset-bottom))]"
          }
        >
          <Button
            variant="quiet"
            aria-label="Clear selection"
            aria-keyshortcuts="Escape"
            title="Shortcut: Escape"
            data-clear-selection
            className="px-2"
            onClick={() => select([])}
          >
            <X className="size-4" />
          </Button>
          <span className="me-auto font-medium">{amount} selected</span>
          {(count === null || selected.length < count) && (
            <Button
              variant="quiet"
              aria-keyshortcuts="A"
              title="Shortcut: A"
              busy={isReading}
              onClick={() => void selectAll()}
            >
              Select all {count}
            </Button>
          )}
          {!isEmpty && (
            <div data-selection-actions className="contents">
              {children}
            </div>
          )}
        </section>
      )}
    </>
  );
}
