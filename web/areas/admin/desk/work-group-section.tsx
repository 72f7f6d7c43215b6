import '#features/billing/admin/payments/payments.css'
import '#features/billing/billing.css'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  toPaymentCard as paymentCard,
  OFFICE_PAYMENT_COLUMNS as PAYMENT_COLUMNS,
} from '#features/billing/admin/payments/office-payment-columns.tsx'
import { DraftMark } from '#features/conversation/draft-mark.tsx'
import { useDecisionsOfOthers } from '#features/tickets/admin/decisions-of-others.ts'
import { getStepActions } from '#features/tickets/admin/get-step-actions.ts'
import { DueClock } from '#features/tickets/due/due-clock.tsx'
import { getSummary } from '#features/tickets/summary.ts'
import { toCardHead, useTicketColumns } from '#features/tickets/ticket-columns.tsx'
import { SERVICES_COLUMNS, servicesModule } from '#features/tickets/ticket-pages.ts'
import { findModule } from '#features/tickets/ticket.ts'
import { OPENED_HERE_STATE } from '#lib/address/panel-address.ts'
import { useAdmin } from '#lib/api/me.ts'
import { toTicketRowName, useSavingRows } from '#lib/saving-rows.ts'
import { formatDateTime } from '#lib/time.ts'
import type { RowFocus } from '#ui/keys/use-list-shortcuts.ts'
import { DataCards } from '#ui/lists/data-cards.tsx'
import {
  type CardContent,
  type Identified,
  type TableColumn,
  type DataRowsProps,
  DataTable,
  stackColumns,
} from '#ui/lists/data-table.tsx'
import { createOpenAction } from '#ui/overlays/row-menu.tsx'
import { useIsCrowdedDesktop, useIsPhone } from '#ui/use-media-query.ts'
import { CONVERSATION_KINDS } from '@tahanan/contract/conversation/subjects.ts'
import type { WorkGroup, WaitingThread } from '@tahanan/contract/desk/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { getListPath } from './calls.ts'
import { listWorkLinks } from './links.ts'

const GROUP_TITLES: Record<WorkGroup['name'], string> = {
  late: 'Late',
  mine: 'Mine',
  waits: 'Waits for a decision',
  answered: 'To answer',
}

const formatTotal = (total: number): string =>
  `${total.toLocaleString('en')}${total >= LIMITS.searchTotal ? '+' : ''}`

/**
 * Returns a unique key for a row of the page My work. It contains the group, because a ticket may be in
 * several groups.
 */
export const getRowKey = (group: WorkGroup['name'], kind: RowKind, id: number): string =>
  `${group} ${kind} ${id}`

type RowKind = 'ticket' | 'payment' | 'thread'

export function WorkGroupSection({ group, focus }: { group: WorkGroup; focus: RowFocus }) {
  const { name, total, tickets, payments, threads } = group
  const id = useId()
  const links = listWorkLinks(group, useAdmin())
  const navigate = useNavigate()
  const createRowFocus = (kind: RowKind): RowFocus => ({
    rowProps: (row) => focus.rowProps(getRowKey(name, kind, Number(row))),
    advance: (row) => focus.advance(getRowKey(name, kind, Number(row))),
  })
  return (
    <section className="work" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {GROUP_TITLES[name]} <b className="num">{formatTotal(total)}</b>
        </h2>
        <nav aria-label={`Lists: ${GROUP_TITLES[name]}`}>
          {links.map(({ title, total: count, to }) => (
            <Link key={to} className="strip-link" to={to}>
              {title} {count > 0 && <b className="num">{formatTotal(count)}</b>}
            </Link>
          ))}
        </nav>
      </header>
      {tickets.length > 0 && (
        <TicketRows
          caption={GROUP_TITLES[name]}
          rows={tickets}
          isMine={name === 'mine'}
          focus={createRowFocus('ticket')}
        />
      )}
      {payments.length > 0 && (
        <TableOrCards
          caption="Payments"
          rows={payments}
          focus={createRowFocus('payment')}
          columns={PAYMENT_COLUMNS}
          card={paymentCard}
          getName={({ referenceNumber }) => referenceNumber}
          getLink={getPaymentPath}
          actions={(payment) => [
            // The keyboard shortcut only opens the payment. It does not approve it, because approving a
            // payment needs a second step.
            {
              ...createOpenAction(() => void navigate(getPaymentPath(payment), { state: OPENED_HERE_STATE })),
              shortcut: 'a',
            },
          ]}
        />
      )}
      {threads.length > 0 && (
        <TableOrCards
          caption={GROUP_TITLES[name]}
          rows={threads.map((thread) => ({ ...thread, subjectId: thread.id, id: getThreadId(thread) }))}
          focus={createRowFocus('thread')}
          columns={THREAD_COLUMNS}
          card={renderThreadCard}
          getName={getThreadName}
          getLink={getThreadPath}
        />
      )}
    </section>
  )
}

const getPaymentPath = ({ id }: Identified): string => `/admin/payments?modal=true&serviceId=${id}`

type ThreadRow = WaitingThread & { subjectId: number }

export const getThreadId = ({ kind, id }: Pick<WaitingThread, 'kind' | 'id'>): number =>
  id * CONVERSATION_KINDS.length + CONVERSATION_KINDS.indexOf(kind)

const getThreadName = ({ number }: WaitingThread): string => number ?? 'General question'

function getThreadPath({ kind, list, subjectId }: ThreadRow): string {
  if (kind === 'tenant') return `/admin/tenants?modal=true&id=${subjectId}&at=messages`
  return `${getListPath(list ?? 'payments')}?modal=true&serviceId=${subjectId}&at=messages`
}

const THREAD_COLUMNS: readonly TableColumn<ThreadRow>[] = [
  {
    label: 'About',
    look: 'c-num',
    isRowOpener: true,
    renderCell: (thread) => (
      <>
        {getThreadName(thread)} <DraftMark kind={thread.kind} id={thread.subjectId} />
      </>
    ),
  },
  {
    label: 'Tenant',
    renderCell: ({ tenant }) => (
      <span className="clip">
        {tenant.uoccname} <small className="num unit-code">{tenant.clientCode}</small>
      </span>
    ),
  },
  { label: 'Message', look: 'wide', renderCell: ({ excerpt }) => <span className="clip">{excerpt}</span> },
  { label: 'Sent', look: 'c-num', renderCell: ({ last_at }) => formatDateTime(last_at) },
]

function renderThreadCard(thread: ThreadRow): CardContent {
  const { tenant, excerpt, last_at } = thread
  return {
    number: getThreadName(thread),
    top: (
      <>
        <DraftMark kind={thread.kind} id={thread.subjectId} />
        <span className="minor num">{formatDateTime(last_at)}</span>
      </>
    ),
    heading: (
      <>
        {tenant.uoccname} <small className="num unit-code">{tenant.clientCode}</small>
      </>
    ),
    words: <p className="clamp">{excerpt}</p>,
  }
}

const getServiceTitle = (ticket: Ticket): string => findModule(ticket)?.title ?? ''

const SERVICE_COLUMN: TableColumn<Ticket> = { label: 'Service', renderCell: getServiceTitle }
const DUE_COLUMN: TableColumn<Ticket> = {
  label: 'Due',
  look: 'c-num',
  renderCell: (ticket) =>
    ticket.due_at ? <DueClock ticket={ticket} isTextVisible /> : <span className="subtle">–</span>,
}
const SUMMARY_COLUMN: TableColumn<Ticket> = {
  label: 'About',
  look: 'wide',
  renderCell: (ticket) => <span className="clip">{getSummary(findModule(ticket), ticket)}</span>,
}
const ASSIGNEE_COLUMN: TableColumn<Ticket> = {
  label: 'Assignee',
  renderCell: ({ assignee }) =>
    assignee ? <span className="clip">{assignee.name}</span> : <span className="subtle">Nobody</span>,
}

const CREATED_DATE_LABEL = 'Created Date'

interface TicketRowsProps {
  caption: string
  rows: readonly Ticket[]
  isMine: boolean
  focus: RowFocus
}

function TicketRows({ caption, rows, isMine, focus }: TicketRowsProps) {
  const { columns, narrow } = useTicketColumns(servicesModule, SERVICES_COLUMNS, true)
  const createdDateIndex = columns.findIndex(({ label }) => label === CREATED_DATE_LABEL)
  const savingRowNames = useSavingRows()
  const decisionsOfOthers = useDecisionsOfOthers()
  return (
    <TableOrCards
      caption={caption}
      rows={rows}
      focus={focus}
      isSaving={(ticket) => savingRowNames.has(toTicketRowName(ticket.id))}
      actions={(ticket) =>
        getStepActions(
          findModule(ticket),
          ticket,
          () => focus.advance(ticket.id),
          decisionsOfOthers.has(ticket.id),
        )
      }
      marks={decisionsOfOthers}
      narrow={narrow}
      columns={[
        ...columns.slice(0, createdDateIndex),
        SERVICE_COLUMN,
        SUMMARY_COLUMN,
        DUE_COLUMN,
        ...(isMine ? [] : [ASSIGNEE_COLUMN]),
        ...columns.slice(createdDateIndex),
      ].map((column) => ({
        ...column,
        sort: undefined,
        columnAbove: column.label === CREATED_DATE_LABEL ? DUE_COLUMN.label : column.columnAbove,
      }))}
      card={renderTicketCard}
      getName={({ ticketNumber }) => ticketNumber}
      getLink={(ticket) =>
        `/admin${findModule(ticket)?.route ?? '/services'}?modal=true&serviceId=${ticket.id}`
      }
    />
  )
}

const renderTicketCard = (ticket: Ticket): CardContent => ({
  ...toCardHead(ticket),
  words: (
    <>
      <p>{getServiceTitle(ticket)}</p>
      <p>{getSummary(findModule(ticket), ticket)}</p>
      <DueClock ticket={ticket} isTextVisible />
    </>
  ),
})

function TableOrCards<Row extends Identified>(props: DataRowsProps<Row>) {
  const phone = useIsPhone()
  const columns = stackColumns(props.columns, useIsCrowdedDesktop())
  if (phone) return <DataCards {...props} />
  return (
    <div className="panel records">
      <div className="scroll">
        <DataTable {...props} columns={columns} />
      </div>
    </div>
  )
}
