import type { ComponentProps } from 'react'
import { RecordSkeleton } from '../lists/skeletons.tsx'
import { Sheet } from '../overlays/sheet.tsx'
import { QueryState } from '../query-state.tsx'

interface WaitingSheetProps extends Omit<ComponentProps<typeof Sheet>, 'children'> {
  query: ComponentProps<typeof QueryState>['query']
  /** 'this payment' */
  thing: string
  /** Under what the server says of a deleted one. */
  gone?: string
  /** Lines of the skeleton. */
  count?: number
}

/** The sheet of a record that is on its way, or that could not be loaded. */
export function WaitingSheet({ query, thing, gone, count, ...sheet }: WaitingSheetProps) {
  return (
    <Sheet {...sheet}>
      <QueryState
        query={query}
        title={`We could not load ${thing}`}
        gone={gone ?? 'It may have been deleted.'}
      >
        <RecordSkeleton count={count} />
      </QueryState>
    </Sheet>
  )
}
