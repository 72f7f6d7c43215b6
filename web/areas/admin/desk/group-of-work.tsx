import '#features/billing/admin/payments/payments.css'
import '#features/billing/billing.css'
import { useEffect, useId } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  toCard as paymentCard,
  COLUMNS as PAYMENT_COLUMNS,
} from '#features/billing/admin/payments/columns.tsx'
import { DraftMark } from '#features/conversation/draft-mark.tsx'
import { forgetDecidedElsewhere, useDecidedElsewhere } from '#features/tickets/admin/decided-elsewhere.ts'
import { getStepActions } from '#features/tickets/admin/get-step-actions.ts'
import { DueClock } from '#features/tickets/due/due-clock.tsx'
import { getSummary } from '#features/tickets/summary.ts'
import { toCardHead, useTicketColumns } from '#features/tickets/ticket-columns.tsx'
import { SERVICES_COLUMNS, servicesModule } from '#features/tickets/ticket-pages.ts'
import { findModule } from '#features/tickets/ticket.ts'
import { OPENED_HERE } from '#lib/address/panel-address.ts'
import { useAdmin } from '#lib/api/me.ts'
import { toTicketRowName, useSavingRows } from '#lib/saving-rows.ts'
import { formatDateTime } from '#lib/time.ts'
import type { RowFocus } from '#ui/keys/use-list-keys.ts'
import { RecordCards } from '#ui/lists/record-cards.tsx'
import {
  type CardWords,
  type Identified,
  type RecordColumn,
  type RecordRowsProps,
  RecordTable,
  stackColumns,
} from '#ui/lists/record-table.tsx'
import { createOpenAction } from '#ui/overlays/row-menu.tsx'
import { useIsCrowdedDesk, useIsPhone } from '#ui/use-media.ts'
import { CONVERSATION_KINDS } from '@tahanan/contract/conversation/subjects.ts'
import type { DeskGroup, WaitingThread } from '@tahanan/contract/desk/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { getListPath } from './calls.ts'
import { listLinks } from './links.ts'

const TITLES: Record<DeskGroup['name'], string> = {
  late: 'Late',
  mine: 'Mine',
  waits: 'Waits for a decision',
  answered: 'To answer',
}

const formatTotal = (total: number): string =>
  `${total.toLocaleString('en')}${total >= LIMITS.searchTotal ? '+' : ''}`

/** Returns a unique key of a row. It includes the group, because a ticket may be in several groups. */
export const getRowKey = (group: DeskGroup['name'], kind: RowKind, id: number): string =>
  `${group} ${kind} ${id}`

type RowKind = 'ticket' | 'payment' | 'thread'

export function GroupOfWork({ group, focus }: { group: DeskGroup; focus: RowFocus }) {
  const { name, total, tickets, payments, threads } = group
  const id = useId()
  const links = listLinks(group, useAdmin())
  const navigate = useNavigate()
  const getFocus = (kind: RowKind): RowFocus => ({
    rowProps: (row) => focus.rowProps(getRowKey(name, kind, Number(row))),
    advance: (row) => focus.advance(getRowKey(name, kind, Number(row))),
  })
  return (
    <section className="work" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {TITLES[name]} <b className="num">{formatTotal(total)}</b>
        </h2>
        <nav aria-label={`Lists: ${TITLES[name]}`}>
          {links.map(({ title, total: count, to }) => (
            <Link key={to} className="strip-link" to={to}>
              {title} {count > 0 && <b className="num">{formatTotal(count)}</b>}
            </Link>
          ))}
        </nav>
      </header>
      {tickets.length > 0 && (
        <Tickets caption={TITLES[name]} rows={tickets} isMine={name === 'mine'} focus={getFocus('ticket')} />
      )}
      {payments.length > 0 && (
        <Rows
          caption="Payments"
          rows={payments}
          focus={getFocus('payment')}
          columns={PAYMENT_COLUMNS}
          card={paymentCard}
          getName={({ referenceNumber }) => referenceNumber}
          getLink={getPaymentPath}
          actions={(payment) => [
            // The keyboard shortcut opens the payment but decides nothing, because a decision needs a second
            // step.
            {
              ...createOpenAction(() => void navigate(getPaymentPath(payment), { state: OPENED_HERE })),
              letter: 'a',
            },
          ]}
        />
      )}
      {threads.length > 0 && (
        <Rows
          caption={TITLES[name]}
          rows={threads.map((thread) => ({ ...thread, subjectId: thread.id, id: getThreadId(thread) }))}
          focus={getFocus('thread')}
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

const getThreadName = ({ number }: WaitingThread): string => number ?? 'Ask the office'

function getThreadPath({ kind, list, subjectId }: ThreadRow): string {
  if (kind === 'tenant') return `/admin/tenants?modal=true&id=${subjectId}&at=messages`
  return `${getListPath(list ?? 'payments')}?modal=true&serviceId=${subjectId}&at=messages`
}

const THREAD_COLUMNS: readonly RecordColumn<ThreadRow>[] = [
  {
    label: 'About',
    look: 'c-num',
    opens: true,
    show: (thread) => (
      <>
        {getThreadName(thread)} <DraftMark kind={thread.kind} id={thread.subjectId} />
      </>
    ),
  },
  {
    label: 'Tenant',
    show: ({ tenant }) => (
      <span className="clip">
        {tenant.uoccname} <small className="num unit-code">{tenant.clientCode}</small>
      </span>
    ),
  },
  { label: 'Message', look: 'wide', show: ({ excerpt }) => <span className="clip">{excerpt}</span> },
  { label: 'Sent', look: 'c-num', show: ({ last_at }) => formatDateTime(last_at) },
]

function renderThreadCard(thread: ThreadRow): CardWords {
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

const getTitle = (ticket: Ticket): string => findModule(ticket)?.title ?? ''

const SERVICE: RecordColumn<Ticket> = { label: 'Service', show: getTitle }
const DUE: RecordColumn<Ticket> = {
  label: 'Due',
  look: 'c-num',
  show: (ticket) => (ticket.due_at ? <DueClock ticket={ticket} long /> : <span className="subtle">–</span>),
}
const ABOUT: RecordColumn<Ticket> = {
  label: 'About',
  look: 'wide',
  show: (ticket) => <span className="clip">{getSummary(findModule(ticket), ticket)}</span>,
}
const ASSIGNEE: RecordColumn<Ticket> = {
  label: 'Assignee',
  show: ({ assignee }) =>
    assignee ? <span className="clip">{assignee.name}</span> : <span className="subtle">Nobody</span>,
}

const CREATED = 'Created Date'

interface TicketsProps {
  caption: string
  rows: readonly Ticket[]
  isMine: boolean
  focus: RowFocus
}

function Tickets({ caption, rows, isMine, focus }: TicketsProps) {
  const { columns, narrow } = useTicketColumns(servicesModule, SERVICES_COLUMNS, true)
  const at = columns.findIndex(({ label }) => label === CREATED)
  const saving = useSavingRows()
  const deeds = useDecidedElsewhere()
  useEffect(() => () => forgetDecidedElsewhere(), [])
  return (
    <Rows
      caption={caption}
      rows={rows}
      focus={focus}
      isSaving={(ticket) => saving.has(toTicketRowName(ticket.id))}
      actions={(ticket) =>
        getStepActions(findModule(ticket), ticket, () => focus.advance(ticket.id), deeds.has(ticket.id))
      }
      marks={deeds}
      narrow={narrow}
      columns={[
        ...columns.slice(0, at),
        SERVICE,
        ABOUT,
        DUE,
        ...(isMine ? [] : [ASSIGNEE]),
        ...columns.slice(at),
      ].map((column) => ({
        ...column,
        sort: undefined,
        under: column.label === CREATED ? DUE.label : column.under,
      }))}
      card={renderTicketCard}
      getName={({ ticketNumber }) => ticketNumber}
      getLink={(ticket) =>
        `/admin${findModule(ticket)?.route ?? '/services'}?modal=true&serviceId=${ticket.id}`
      }
    />
  )
}

const renderTicketCard = (ticket: Ticket): CardWords => ({
  ...toCardHead(ticket),
  words: (
    <>
      <p>{getTitle(ticket)}</p>
      <p>{getSummary(findModule(ticket), ticket)}</p>
      <DueClock ticket={ticket} long />
    </>
  ),
})

function Rows<Row extends Identified>(props: RecordRowsProps<Row>) {
  const phone = useIsPhone()
  const columns = stackColumns(props.columns, useIsCrowdedDesk())
  if (phone) return <RecordCards {...props} />
  return (
    <div className="panel records">
      <div className="scroll">
        <RecordTable {...props} columns={columns} />
      </div>
    </div>
  )
}
