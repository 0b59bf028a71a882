"use client";

import { type Announcements, closestCenter, DndContext, type DragCancelEvent, type DragEndEvent, type DragOverEvent, type DragStartEvent, KeyboardSensor, PointerSensor, type UniqueIdentifier, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical } from "lucide-react";
import { memo, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Card } from "@/components/ui/card";
import { type Arrangement, dropRow, groupOrderOf, placeOf, type Row, rowsOf } from "@/lib/component-groups/rules";
import type { Component, ComponentGroup } from "@/lib/http/client";

type OrderListProps = { arrangement: Arrangement; components: readonly Component[]; groups: readonly ComponentGroup[]; onArrange: (next: Arrangement) => void };

// What is done is said here, for the library says it before it is ready for the next key.
const silence: Announcements = { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined };

/** A pixel or two of a trembling hand is no drag. */
const DRAG_FROM_PX = 4;

// The same at each drawing: what the sensors are made of is in each row's context, and would draw all rows anew.
const byPointer = { activationConstraint: { distance: DRAG_FROM_PX } };
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates };

/** The components and the headings of their groups, to be dragged by their handles, by pointer, thumb or keyboard. */
export default function OrderList({ arrangement, components, groups, onArrange }: OrderListProps) {
  const [speech] = useState(newSpeech);
  const { speak } = speech;
  const [isGroupDragged, setGroupDragged] = useState(false);
  const rows = useMemo(() => rowsOf(arrangement), [arrangement]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const grouped = useMemo(() => new Set(arrangement.flatMap(({ groupId, componentIds }) => (groupId === null ? [] : componentIds))), [arrangement]);
  const names = useMemo(() => new Map<UniqueIdentifier, string>([...components, ...groups].map(({ id, name }) => [id, name])), [components, groups]);
  const sensors = useSensors(useSensor(PointerSensor, byPointer), useSensor(KeyboardSensor, byKeyboard));
  const nameOf = (id: UniqueIdentifier) => names.get(id) ?? "It";

  /** Where a row stands, in words. */
  function placeInWords(at: Arrangement, id: string): string {
    const place = placeOf(at, id);
    if (place === null) {
      const order = groupOrderOf(at);
      return `group ${order.indexOf(id) + 1} of ${order.length}`;
    }
    return `place ${place.index + 1} of ${place.count} ${place.groupId === null ? "outside of groups" : `in ${nameOf(place.groupId)}`}`;
  }
  const after = (active: UniqueIdentifier, over: UniqueIdentifier | undefined) => (over === undefined ? arrangement : dropRow(arrangement, String(active), String(over)));
  // A row that is picked up is over itself at once: that is no news.
  const hasMoved = useRef(false);
  function onDragStart({ active }: DragStartEvent) {
    setGroupDragged(rows.find(({ id }) => id === active.id)?.kind === "group");
    hasMoved.current = false;
    // The sensor hears keys from the next turn of the event loop on, and knows where rows lie once they are drawn: whoever presses
    // a key at this word must not be too early.
    requestAnimationFrame(() => setTimeout(() => speak(`${nameOf(active.id)} is picked up: ${placeInWords(arrangement, String(active.id))}.`)));
  }
  function onDragOver({ active, over }: DragOverEvent) {
    if (over?.id === active.id && !hasMoved.current) return;
    hasMoved.current = true;
    speak(`${nameOf(active.id)} would be ${placeInWords(after(active.id, over?.id), String(active.id))}.`);
  }
  function onDragEnd({ active, over }: DragEndEvent) {
    setGroupDragged(false);
    speak(`${nameOf(active.id)} is put down: ${placeInWords(after(active.id, over?.id), String(active.id))}.`);
    if (over !== null) onArrange(dropRow(arrangement, String(active.id), String(over.id)));
  }
  function onDragCancel({ active }: DragCancelEvent) {
    setGroupDragged(false);
    speak(`${nameOf(active.id)} is back where it was: ${placeInWords(arrangement, String(active.id))}.`);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: silence,
        screenReaderInstructions: { draggable: "To move it, press Space, then the arrow keys up and down, and Space again to put it down. Escape puts it back. Past the heading of a group it changes its group." },
      }}
      onDragStart={onDragStart}
      onDragOver={onDragOver}
      onDragCancel={onDragCancel}
      onDragEnd={onDragEnd}
    >
      <Spoken speech={speech} />
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <Card className="overflow-hidden">
          <ul aria-label="Order of the components">
            {rows.map(({ kind, id }) => (
              <SortableRow key={id} kind={kind} id={id} name={names.get(id) ?? ""} indented={kind === "component" && grouped.has(id)} among={isGroupDragged ? "group" : "all"} />
            ))}
          </ul>
        </Card>
      </SortableContext>
    </DndContext>
  );
}

/** What is said last, apart from the list: to say something must not draw all rows anew. */
function newSpeech() {
  let said = "";
  const listeners = new Set<() => void>();
  return {
    speak: (words: string) => {
      said = words;
      for (const listener of listeners) listener();
    },
    said: () => said,
    listen: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
  };
}

function Spoken({ speech: { listen, said } }: { speech: ReturnType<typeof newSpeech> }) {
  return (
    <output aria-live="assertive" className="sr-only">
      {useSyncExternalStore(listen, said, said)}
    </output>
  );
}

type SortableRowProps = Row & {
  name: string;
  indented: boolean;
  /** What can be dropped on by now: a group only takes the place of another group. */
  among: "group" | "all";
};

const SortableRow = memo(function SortableRow({ kind, id, name, indented, among }: SortableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id, disabled: { droppable: among === "group" && kind === "component" } });
  return (
    <li
      ref={setNodeRef}
      // Only what is dragged, and what makes room for it, is moved.
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`relative flex items-center gap-2 border-b border-line px-2 last:border-b-0 ${kind === "group" ? "bg-sunken font-semibold" : "bg-surface"} ${isDragging ? "z-10 shadow-lg outline-2 -outline-offset-2 outline-accent" : ""} ${indented ? "ps-6" : ""}`}
    >
      <RowContent kind={kind} name={name} attributes={attributes} listeners={listeners} setHandle={setActivatorNodeRef} />
    </li>
  );
});

type RowContentProps = Pick<Row, "kind"> & Pick<ReturnType<typeof useSortable>, "attributes" | "listeners"> & { name: string; setHandle: (element: HTMLElement | null) => void };

/** What stays as it is wherever the row goes: each row hears of every move, and is drawn at each. */
const RowContent = memo(function RowContent({ kind, name, attributes, listeners, setHandle }: RowContentProps) {
  return (
    <>
      <button
        type="button"
        ref={setHandle}
        {...attributes}
        {...listeners}
        aria-label={kind === "group" ? `Move the group ${name}` : `Move ${name}`}
        className="grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      >
        <GripVertical className="size-4" />
      </button>
      <span className="min-w-0 py-2 wrap-anywhere">
        <bdi>{name}</bdi>
      </span>
    </>
  );
});
