import type { Statement } from '@tahanan/contract/billing/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statementsQuery } from '../../calls.ts'
import { StatementList } from '../../statement-list.tsx'
import { Pager } from '../../../../ui/lists/pager.tsx'
import { Sheet } from '../../../../ui/overlays/sheet.tsx'
import { QueryState } from '../../../../ui/query-state.tsx'
import { EmptyState } from '../../../../ui/states.tsx'

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
  const query = useQuery(statementsQuery(filter))
  const { data } = query
  return (
    <Sheet title="Statements of account" subtitle={title} onClose={onClose}>
      {!data && <QueryState query={query} title="We could not load the statements" />}
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
