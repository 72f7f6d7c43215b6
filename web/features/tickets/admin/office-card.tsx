import { type CardPart, cardKeys, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { ReactNode } from 'react'
import { JustNow } from '../../../ui/lists/live-rows.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { MetaPart } from '../resident/ticket-card.tsx'
import type { RowSelection } from '../../../ui/lists/row-selection.tsx'
import type { Ticket } from '../ticket.ts'

interface OfficeCardProps {
  module: TicketModule
  ticket: Ticket
  /** The lines under the tenant's name. */
  lines: readonly CardPart[]
  mark?: string
  selection?: RowSelection
  onOpen: () => void
  /** The row menu. */
  menu?: ReactNode
}

/** A ticket in a list of the office on a phone. */
export function OfficeCard({ module, ticket, lines, mark, selection, onOpen, menu }: OfficeCardProps) {
  const chosen = selection?.has(ticket.id)
  return (
    <article className={`acard${selection ? '' : ' plain'}${chosen ? ' sel' : ''}${mark ? ' new' : ''}`}>
      {selection && (
        <label className="tick">
          <input
            type="checkbox"
            className="check"
            checked={chosen}
            aria-label={`Select ${ticket.ticketNumber}`}
            onChange={() => selection.toggle(ticket.id)}
          />
        </label>
      )}
      <div className="l1">
        <button type="button" onClick={onOpen}>
          {ticket.ticketNumber}
        </button>
        <StatusTag status={ticket.status} />
      </div>
      <div>
        <h2>
          {ticket.tenant.uoccname} <small className="num">{ticket.tenant.clientCode}</small>
        </h2>
        <p>
          {lines.map((part) => (
            <MetaPart key={cardKeys(part)[0]} module={module} ticket={ticket} part={part} />
          ))}
        </p>
        {mark && <JustNow>{mark}</JustNow>}
      </div>
      {menu && <div className="more">{menu}</div>}
    </article>
  )
}
