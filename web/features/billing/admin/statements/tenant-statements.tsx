import { LIMITS } from '@tahanan/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statementsQuery } from '../../calls.ts'
import type { Statement } from '../../statement.ts'
import { StatementList } from '../../statement-list.tsx'
import { Pager } from '../../../../ui/lists/pager.tsx'
import { Sheet } from '../../../../ui/overlays/sheet.tsx'
import { RecordSkeleton } from '../../../../ui/lists/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'

interface TenantStatementsProps {
  tenantId: number
  /** The tenant's name, where the open page of the list has it. */
  title: string | undefined
  onView: (statement: Statement) => void
  onClose: () => void
}

/** All statements of a tenant, newest first, beside the list. */
export function TenantStatements({ tenantId, title, onView, onClose }: TenantStatementsProps) {
  const [page, setPage] = useState(1)
  const filter = { page, limit: LIMITS.pageSize, tenantId }
  const { data, error, refetch, isFetching } = useQuery(statementsQuery(filter))
  return (
    <Sheet title="Statements of account" subtitle={title} onClose={onClose}>
      {!data && !error && <RecordSkeleton />}
      {!data && error && (
        <ErrorState
          error={error}
          title="We could not load the statements"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.total === 0 && <EmptyState title="No statements yet">Import them under Utilities.</EmptyState>}
      {data && data.total > 0 && (
        <>
          <StatementList statements={data.data} onView={onView} />
          {data.total > filter.limit && (
            <Pager page={page} limit={filter.limit} total={data.total} onPage={setPage} />
          )}
        </>
      )}
    </Sheet>
  )
}
