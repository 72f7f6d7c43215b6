import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { JustNow } from '../../ui/live-rows.tsx'
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { Cell } from '../cell.tsx'
import { filesOf } from '../../forms/record-values.ts'
import type { Ticket } from '../ticket.ts'
import { kindOfValue, valueText } from '../values.ts'

interface TicketCardProps {
  module: TicketModule
  ticket: Ticket
  heading: string
  /** Keys of the line beneath. */
  line: readonly string[]
  mark?: string
  onOpen: () => void
  actions: readonly RowAction[]
}

/** A ticket in a list on a phone. */
export function TicketCard({ module, ticket, heading, line, mark, onOpen, actions }: TicketCardProps) {
  return (
    <article className={mark ? 'card live' : 'card'}>
      <div className="l1">
        <span className="no num">{ticket.ticketNumber}</span>
        <StatusTag status={ticket.status} />
      </div>
      <h2>
        <button type="button" onClick={onOpen}>
          {heading}
        </button>
      </h2>
      {actions.length > 0 && <RowMenu label={`Actions for ${ticket.ticketNumber}`} actions={actions} />}
      <p className="meta">
        {line.map((key) => (
          <MetaPart key={key} module={module} ticket={ticket} column={key} />
        ))}
      </p>
      {mark && <JustNow>{mark}</JustNow>}
    </article>
  )
}

interface MetaPartProps {
  module: TicketModule
  ticket: Ticket
  column: string
}

/** One fact of the line under a card's heading; what is missing takes no room. */
export function MetaPart({ module, ticket, column }: MetaPartProps) {
  const known = kindOfValue(module, column)
  if (known.kind === 'field' && known.field.kind === 'files') {
    const count = filesOf(ticket[column]).length
    const word = known.field.label.toLowerCase()
    return count === 0 ? null : (
      <span className="num">{count === 1 ? `1 ${word.replace(/s$/, '')}` : `${count} ${word}`}</span>
    )
  }
  if (valueText(module, ticket, column) === '') return null
  return (
    <span className="num">
      <Cell module={module} ticket={ticket} column={column} dense={!isTag(module, column)} />
    </span>
  )
}

function isTag(module: TicketModule, column: string): boolean {
  return module.fields[column]?.kind === 'choice'
}
