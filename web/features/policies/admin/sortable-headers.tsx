import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { GripVertical } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { HeaderWithPolicies } from '@tahanan/contract/records/answers.ts'

interface SortableHeadersProps {
  headers: readonly HeaderWithPolicies[]
  onMove: (id: number, to: number) => void
  children: ReactNode
}

export function SortableHeaders({ headers, onMove, children }: SortableHeadersProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const findPlace = (id: UniqueIdentifier | undefined): number =>
    headers.findIndex((header) => header.id === id)
  const getName = (id: UniqueIdentifier): string => headers[findPlace(id)]?.header ?? ''
  const describePlace = (id: UniqueIdentifier | undefined): string =>
    `place ${findPlace(id) + 1} of ${headers.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${getName(active.id)} picked up, ${describePlace(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${getName(active.id)} is over ${describePlace(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      `${getName(active.id)} put down${over ? `, ${describePlace(over.id)}` : ''}.`,
    onDragCancel: ({ active }) => `${getName(active.id)} is back at ${describePlace(active.id)}.`,
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable:
            'Press Space to pick the header up, the arrow keys to move it, ' +
            'Space to put it down, Escape to leave it where it was.',
        },
      }}
      onDragEnd={({ active, over }) => {
        if (over) onMove(Number(active.id), findPlace(over.id))
      }}
    >
      <SortableContext items={headers.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

interface SortableHeader {
  ref: (element: HTMLElement | null) => void
  style: CSSProperties
  dragging: boolean
  handle: ReactNode
}

/** Must be used inside `SortableHeaders`. */
export function useSortableHeader({ id, header }: HeaderWithPolicies): SortableHeader {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id })
  return {
    ref: setNodeRef,
    // The dragged header moves only vertically. The library's default would also scale it to the height of
    // its neighbour.
    style: transform ? { transform: `translateY(${Math.round(transform.y)}px)`, transition } : { transition },
    dragging: isDragging,
    handle: (
      <button
        type="button"
        className="iconbtn grip"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Move ${header}`}
      >
        <GripVertical />
      </button>
    ),
  }
}
