import {
  type Active,
  type Announcements,
  closestCenter,
  DndContext,
  type DragCancelEvent,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  KeyboardSensor,
  type Over,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical } from "lucide-react";
import { memo, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Card } from "@/components/ui/card";
import { createStore } from "@/components/ui/create-store";
import {
  type Arrangement,
  dropRow,
  listGroupIds,
  findPosition,
  type ArrangementRow,
  listRows,
} from "@/lib/component-groups/rules";
import type { ComponentResponse, ComponentGroupResponse } from "@/lib/http/api-client";

type OrderListProps = {
  arrangement: Arrangement;
  components: readonly ComponentResponse[];
  groups: readonly ComponentGroupResponse[];
  onArrange: (next: Arrangement) => void;
};

// Disables the announcements of dnd-kit, which announces a drag before it accepts the next key.
// OrderList announces drags itself.
const noAnnouncements: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

const DRAG_FROM_PX = 4;

// These options are constants, because new options on each render would re-render all rows.
const byPointer = { activationConstraint: { distance: DRAG_FROM_PX } };
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates };

export default function OrderList({ arrangement, components, groups, onArrange }: OrderListProps) {
  // Not in React state, because each announcement would re-render all rows.
  const [announcement] = useState(() => createStore(""));
  const announce = announcement.set;
  const [isGroupDragged, setGroupDragged] = useState(false);
  const rows = useMemo(() => listRows(arrangement), [arrangement]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const grouped = useMemo(
    () =>
      new Set(
        arrangement.flatMap(({ groupId, componentIds }) => (groupId === null ? [] : componentIds)),
      ),
    [arrangement],
  );
  const names = useMemo(
    () =>
      new Map<UniqueIdentifier, string>(
        [...components, ...groups].map(({ id, name }) => [id, name]),
      ),
    [components, groups],
  );
  const sensors = useSensors(
    useSensor(PointerSensor, byPointer),
    useSensor(KeyboardSensor, byKeyboard),
  );
  const getName = (id: UniqueIdentifier) => names.get(id) ?? "Item";

  function describePosition(at: Arrangement, id: string): string {
    const position = findPosition(at, id);
    if (position === null) {
      const order = listGroupIds(at);
      return `group ${order.indexOf(id) + 1} of ${order.length}`;
    }
    const section =
      position.groupId === null ? "without a group" : `in ${getName(position.groupId)}`;
    return `position ${position.index + 1} of ${position.count} ${section}`;
  }
  const describeCurrent = ({ id }: Active) => describePosition(arrangement, String(id));
  const describeDrop = ({ id }: Active, over: Over | null) =>
    describePosition(
      over === null ? arrangement : dropRow(arrangement, String(id), String(over.id)),
      String(id),
    );
  // False until the dragged row has moved, because dnd-kit first reports it as its own target.
  const hasMoved = useRef(false);
  function onDragStart({ active }: DragStartEvent) {
    setGroupDragged(rows.find(({ id }) => id === active.id)?.kind === "group");
    hasMoved.current = false;
    // Announces the drag when dnd-kit knows the row positions (next frame) and accepts keys (next
    // task).
    requestAnimationFrame(() =>
      setTimeout(() => announce(`Picked up ${getName(active.id)}: ${describeCurrent(active)}.`)),
    );
  }
  function onDragOver({ active, over }: DragOverEvent) {
    if (over?.id === active.id && !hasMoved.current) return;
    hasMoved.current = true;
    announce(`${getName(active.id)} would move to ${describeDrop(active, over)}.`);
  }
  function onDragEnd({ active, over }: DragEndEvent) {
    setGroupDragged(false);
    announce(`Dropped ${getName(active.id)}: ${describeDrop(active, over)}.`);
    if (over !== null) onArrange(dropRow(arrangement, String(active.id), String(over.id)));
  }
  function onDragCancel({ active }: DragCancelEvent) {
    setGroupDragged(false);
    announce(`Canceled. ${getName(active.id)} is back at ${describeCurrent(active)}.`);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: noAnnouncements,
        screenReaderInstructions: {
          draggable:
            "Press Space to pick up, the up and down arrow keys to move, and Space again to drop. " +
            "Press Escape to cancel. Move past a group heading to change the group.",
        },
      }}
      onDragStart={onDragStart}
      onDragOver={onDragOver}
      onDragCancel={onDragCancel}
      onDragEnd={onDragEnd}
    >
      <Announcement {...announcement} />
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <Card className="overflow-hidden">
          <ul aria-label="Component order">
            {rows.map(({ kind, id }) => (
              <SortableRow
                key={id}
                kind={kind}
                id={id}
                name={names.get(id) ?? ""}
                isIndented={kind === "component" && grouped.has(id)}
                among={isGroupDragged ? "group" : "all"}
              />
            ))}
          </ul>
        </Card>
      </SortableContext>
    </DndContext>
  );
}

const Announcement = ({ subscribe, get }: ReturnType<typeof createStore<string>>) => (
  <output aria-live="assertive" className="sr-only">
    {useSyncExternalStore(subscribe, get, get)}
  </output>
);

type SortableRowProps = ArrangementRow & {
  name: string;
  isIndented: boolean;
  /** Rows on which the dragged row can be dropped. A group can only be dropped on a group. */
  among: "group" | "all";
};

const SortableRow = memo(function SortableRow({
  kind,
  id,
  name,
  isIndented,
  among,
}: SortableRowProps) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id, disabled: { droppable: among === "group" && kind === "component" } });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={
        "relative flex items-center gap-2 border-b border-line px-2 last:border-b-0 " +
        `${kind === "group" ? "bg-sunken font-semibold" : "bg-surface"} ` +
        `${isDragging ? "z-10 shadow-lg outline-2 -outline-offset-2 outline-accent" : ""} ` +
        `${isIndented ? "ps-6" : ""}`
      }
    >
      <RowContent
        kind={kind}
        name={name}
        attributes={attributes}
        listeners={listeners}
        setHandle={setActivatorNodeRef}
      />
    </li>
  );
});

type RowContentProps = Pick<ArrangementRow, "kind"> &
  Pick<ReturnType<typeof useSortable>, "attributes" | "listeners"> & {
    name: string;
    setHandle: (element: HTMLElement | null) => void;
  };

/** Memoized, because each drag event re-renders all rows. */
const RowContent = memo(function RowContent({
  kind,
  name,
  attributes,
  listeners,
  setHandle,
}: RowContentProps) {
  return (
    <>
      <button
        type="button"
        ref={setHandle}
        {...attributes}
        {...listeners}
        aria-label={kind === "group" ? `Move group ${name}` : `Move ${name}`}
        className={
          "grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-md " +
          "text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
        }
      >
        <GripVertical className="size-4" />
      </button>
      <span className="min-w-0 py-2 wrap-anywhere">
        <bdi>{name}</bdi>
      </span>
    </>
  );
});
