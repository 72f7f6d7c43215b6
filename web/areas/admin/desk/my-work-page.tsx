import './desk.css'
import '#ui/list-pages/styles.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { forgetDecisionsOfOthers } from '#features/tickets/admin/decisions-of-others.ts'
import { promptAndAssign, mayAssign } from '#features/tickets/admin/prompt-and-assign.ts'
import { findModule } from '#features/tickets/ticket.ts'
import { useAdmin } from '#lib/api/me.ts'
import { useListShortcuts } from '#ui/keys/use-list-shortcuts.ts'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import { myWorkQuery } from './calls.ts'
import { WorkGroupSection, getRowKey, getThreadId } from './work-group-section.tsx'

/** Page My work: what waits for a decision or action of this administrator (rules 13.25). */
export default function MyWorkPage() {
  const { roles } = useAdmin()
  useEffect(() => () => forgetDecisionsOfOthers(), [])
  return (
    <div className="office payments my-work">
      <PageHead title="My work" />
      {roles.some(({ visible }) => visible) ? (
        <WorkGroups />
      ) : (
        <EmptyState title="No pages yet">
          Your account has no access yet. Please ask the administrator who manages access.
        </EmptyState>
      )}
    </div>
  )
}

function WorkGroups() {
  const query = useQuery(myWorkQuery)
  const { roles } = useAdmin()
  const workRows = query.data?.groups.flatMap(({ name, tickets, payments, threads }) => [
    ...tickets.map((ticket) => ({ key: getRowKey(name, 'ticket', ticket.id), ticket })),
    ...payments.map(({ id }) => ({ key: getRowKey(name, 'payment', id), ticket: undefined })),
    ...threads.map((thread) => ({ key: getRowKey(name, 'thread', getThreadId(thread)), ticket: undefined })),
  ])
  const listFocus = useListShortcuts(workRows?.map(({ key }) => key) ?? [], '', {
    onAssign: (key) => {
      const ticket = workRows?.find((row) => row.key === key)?.ticket
      const module = ticket && findModule(ticket)
      if (module && mayAssign(module, roles)) void promptAndAssign(module, ticket)
    },
  })
  if (!query.data) return <QueryState query={query} title="We could not load your work" />
  const groups = query.data.groups.filter(({ total }) => total > 0)
  if (groups.length === 0)
    return (
      <EmptyState title="Nothing waits for you.">
        What is late, assigned to you or waits for your decision appears here by itself.
      </EmptyState>
    )
  return groups.map((group) => <WorkGroupSection key={group.name} group={group} focus={listFocus} />)
}
