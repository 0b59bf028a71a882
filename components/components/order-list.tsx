"use client";

import { type Announcements, closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, type UniqueIdentifier, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { Card } from "@/components/ui/card";
import { type Arrangement, dropRow, groupOrderOf, placeOf, type Row, rowsOf } from "@/lib/component-groups/rules";
import type { Component, ComponentGroup } from "@/lib/http/client";

type OrderListProps = { arrangement: Arrangement; components: readonly Component[]; groups: readonly ComponentGroup[]; onArrange: (next: Arrangement) => void };

/** A pixel or two of a trembling hand is no drag. */
const DRAG_FROM_PX = 4;

/** The components and the headings of their groups, to be dragged by their handles, by pointer, thumb or keyboard. */
export default function OrderList({ arrangement, components, groups, onArrange }: OrderListProps) {
  const [dragged, setDragged] = useState<Row | null>(null);
  const rows = useMemo(() => rowsOf(arrangement), [arrangement]);
  const names = useMemo(() => new Map<UniqueIdentifier, string>([...components, ...groups].map(({ id, name }) => [id, name])), [components, groups]);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }));
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
  // A row that is picked up is over itself at once: that is no news.
  const hasMoved = useRef(false);
  const after = (active: UniqueIdentifier, over: UniqueIdentifier | undefined) => (over === undefined ? arrangement : dropRow(arrangement, String(active), String(over)));
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      hasMoved.current = false;
      return `${nameOf(active.id)} is picked up: ${placeInWords(arrangement, String(active.id))}.`;
    },
    onDragOver: ({ active, over }) => {
      if (over?.id === active.id && !hasMoved.current) return undefined;
      hasMoved.current = true;
      return `${nameOf(active.id)} would be ${placeInWords(after(active.id, over?.id), String(active.id))}.`;
    },
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is put down: ${placeInWords(after(active.id, over?.id), String(active.id))}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back where it was: ${placeInWords(arrangement, String(active.id))}.`,
  };
  function onDragEnd({ active, over }: DragEndEvent) {
    setDragged(null);
    if (over !== null) onArrange(dropRow(arrangement, String(active.id), String(over.id)));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: "To move it, press Space, then the arrow keys up and down, and Space again to put it down. Escape puts it back. Past the heading of a group it changes its group." },
      }}
      onDragStart={({ active }) => setDragged(rows.find(({ id }) => id === active.id) ?? null)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={rows.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <Card className="overflow-hidden">
          <ul aria-label="Order of the components">
            {rows.map(({ kind, id }) => (
              <SortableRow key={id} kind={kind} id={id} name={names.get(id) ?? ""} indented={kind === "component" && placeOf(arrangement, id)?.groupId !== null} among={dragged?.kind === "group" ? "group" : "all"} />
            ))}
          </ul>
        </Card>
      </SortableContext>
    </DndContext>
  );
}

type SortableRowProps = Row & {
  name: string;
  indented: boolean;
  /** What can be dropped on by now: a group only takes the place of another group. */
  among: "group" | "all";
};

function SortableRow({ kind, id, name, indented, among }: SortableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id, disabled: { droppable: among === "group" && kind === "component" } });
  return (
    <li
      ref={setNodeRef}
      // Only what is dragged, and what makes room for it, is moved.
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`relative flex items-center gap-2 border-b border-line px-2 last:border-b-0 ${kind === "group" ? "bg-sunken font-semibold" : "bg-surface"} ${isDragging ? "z-10 shadow-lg outline-2 -outline-offset-2 outline-accent" : ""} ${indented ? "ps-6" : ""}`}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
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
    </li>
  );
}
