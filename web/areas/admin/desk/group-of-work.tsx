import '#features/billing/admin/payments/payments.css'
import '#features/billing/billing.css'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  cardOf as paymentCard,
  COLUMNS as PAYMENT_COLUMNS,
} from '#features/billing/admin/payments/columns.tsx'
import { stepActions } from '#features/tickets/admin/step-actions.ts'
import { DueClock } from '#features/tickets/due/due-clock.tsx'
import { SERVICES_COLUMNS, servicesModule } from '#features/tickets/services-list.ts'
import { useTicketColumns } from '#features/tickets/ticket-columns.tsx'
import { moduleOf } from '#features/tickets/ticket.ts'
import { OPENED_HERE } from '#lib/address/panel-address.ts'
import { useAdmin } from '#lib/api/me.ts'
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
import { openAction } from '#ui/overlays/row-menu.tsx'
import { useIsCrowdedDesk, useIsPhone } from '#ui/use-media.ts'
import { StatusTag } from '#ui/values/status-tag.tsx'
import type { DeskGroup } from '@tahanan/contract/desk/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { linksOf } from './links.ts'

const TITLES: Record<DeskGroup['name'], string> = {
  late: 'Late',
  mine: 'Mine',
  waits: 'Waits for a decision',
  answered: 'Answered',
}

const numberOf = (total: number): string =>
  `${total.toLocaleString('en')}${total >= LIMITS.searchTotal ? '+' : ''}`

/** Returns the key of a row: a ticket may be in several groups. */
export const rowKey = (group: DeskGroup['name'], kind: 'ticket' | 'payment', id: number): string =>
  `${group} ${kind} ${id}`

/** A group of My work: its number, its lists, and the most urgent tickets and payments. */
export function GroupOfWork({ group, focus }: { group: DeskGroup; focus: RowFocus }) {
  const { name, total, tickets, payments } = group
  const id = useId()
  const links = linksOf(group, useAdmin())
  const navigate = useNavigate()
  const focusOf = (kind: 'ticket' | 'payment'): RowFocus => ({
    rowProps: (row) => focus.rowProps(rowKey(name, kind, Number(row))),
    advance: (row) => focus.advance(rowKey(name, kind, Number(row))),
  })
  return (
    <section className="work" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {TITLES[name]} <b className="num">{numberOf(total)}</b>
        </h2>
        <nav aria-label={`Lists: ${TITLES[name]}`}>
          {links.map(({ title, total: count, to }) => (
            <Link key={to} to={to}>
              {title} {count > 0 && <b className="num">{numberOf(count)}</b>}
            </Link>
          ))}
        </nav>
      </header>
      {tickets.length > 0 && (
        <Tickets caption={TITLES[name]} rows={tickets} isMine={name === 'mine'} focus={focusOf('ticket')} />
      )}
      {payments.length > 0 && (
        <Rows
          caption="Payments"
          rows={payments}
          focus={focusOf('payment')}
          columns={PAYMENT_COLUMNS}
          card={paymentCard}
          nameOf={({ referenceNumber }) => referenceNumber}
          linkOf={addressOfPayment}
          actions={(payment) => [
            // As in the list of payments, the key opens it: deciding one stays careful.
            {
              ...openAction(() => void navigate(addressOfPayment(payment), { state: OPENED_HERE })),
              letter: 'a',
            },
          ]}
        />
      )}
    </section>
  )
}

const addressOfPayment = ({ id }: Identified): string => `/admin/payments?modal=true&serviceId=${id}`

const titleOf = (ticket: Ticket): string => moduleOf(ticket)?.title ?? ''

const SERVICE: RecordColumn<Ticket> = { label: 'Service', show: titleOf }
const DUE: RecordColumn<Ticket> = {
  label: 'Due',
  look: 'c-num',
  show: (ticket) => (ticket.due_at ? <DueClock ticket={ticket} long /> : <span className="subtle">–</span>),
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
  return (
    <Rows
      caption={caption}
      rows={rows}
      focus={focus}
      actions={(ticket) => stepActions(moduleOf(ticket), ticket, () => focus.advance(ticket.id))}
      narrow={narrow}
      columns={[
        ...columns.slice(0, at),
        SERVICE,
        DUE,
        ...(isMine ? [] : [ASSIGNEE]),
        ...columns.slice(at),
      ].map((column) => ({
        ...column,
        sort: undefined,
        under: column.label === CREATED ? DUE.label : column.under,
      }))}
      card={ticketCard}
      nameOf={({ ticketNumber }) => ticketNumber}
      linkOf={(ticket) => `/admin${moduleOf(ticket)?.route ?? '/services'}?modal=true&serviceId=${ticket.id}`}
    />
  )
}

/** Returns the card of a ticket on a phone. */
function ticketCard(ticket: Ticket): CardWords {
  return {
    number: ticket.ticketNumber,
    top: <StatusTag status={ticket.status} />,
    heading: (
      <>
        {ticket.tenant.uoccname} <small className="num">{ticket.tenant.clientCode}</small>
      </>
    ),
    words: (
      <>
        <p>{titleOf(ticket)}</p>
        <DueClock ticket={ticket} long />
      </>
    ),
  }
}

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
