import type { ComponentProps } from 'react'
import { isNotFound } from '#lib/api/api.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { useMissingRecord } from '#ui/panels/open-id.ts'
import { QueryState } from '../query-state.tsx'

interface WaitingSheetProps extends Omit<ComponentProps<typeof Sheet>, 'children'> {
  query: ComponentProps<typeof QueryState>['query']
  thing: string
  count?: number
}

/** Sheet of a record that is loading or failed to load. A missing record shows a message and closes it. */
export function WaitingSheet({ query, thing, count, ...sheet }: WaitingSheetProps) {
  useMissingRecord(isNotFound(query.error), sheet.onClose)
  return (
    <Sheet {...sheet}>
      <QueryState query={query} title={`We could not load ${thing}`}>
        <RecordSkeleton count={count} />
      </QueryState>
    </Sheet>
  )
}
