import { PassButton } from '#features/passes/pass-button.tsx'
import { formatCount } from '#lib/format-number.ts'
import { toFiles } from '#lib/record-values.ts'
import { LiveMark } from '#ui/lists/live-rows.tsx'
import { type RowAction, RowMenu } from '#ui/overlays/row-menu.tsx'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { type CardPart, getCardKeys, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { Cell } from '../cell.tsx'
import { TicketTag } from '../ticket-tag.tsx'
import { getValueKind, formatPeriodText, getColumnValue, formatValue } from '../values.ts'

interface TicketCardProps {
  module: TicketModule
  ticket: Ticket
  heading: string
  line: readonly CardPart[]
  mark?: string
  onOpen: () => void
  actions: readonly RowAction[]
}

export function TicketCard({ module, ticket, heading, line, mark, onOpen, actions }: TicketCardProps) {
  return (
    <article className={mark ? 'tile card live' : 'tile card'}>
      <div className="first-line row">
        <span className="record-number num">{ticket.ticketNumber}</span>
        <TicketTag ticket={ticket} />
      </div>
      <h2>
        <button type="button" onClick={onOpen}>
          {heading}
        </button>
      </h2>
      {actions.length > 0 && <RowMenu label={`Actions for ${ticket.ticketNumber}`} actions={actions} />}
      <p className="meta">
        {line.map((part) => (
          <MetaPart key={getCardKeys(part)[0]} module={module} ticket={ticket} part={part} />
        ))}
      </p>
      <PassButton module={module} ticket={ticket} isOwn />
      {mark && <LiveMark>{mark}</LiveMark>}
    </article>
  )
}

export function MetaPart({ module, ticket, part }: { module: TicketModule; ticket: Ticket; part: CardPart }) {
  if (typeof part !== 'string' && 'from' in part)
    return <span className="num">{formatPeriodText(module, ticket, part)}</span>
  const { key: column, label } = typeof part === 'string' ? { key: part, label: undefined } : part
  const valueKind = getValueKind(module, column)
  if (valueKind.kind === 'field' && valueKind.field.kind === 'files') {
    const count = toFiles(ticket[column]).length
    const fieldNoun = valueKind.field.label.toLowerCase()
    return count === 0 ? null : (
      <span className="num">{formatCount(count, fieldNoun.replace(/s$/, ''), fieldNoun)}</span>
    )
  }
  const isEmpty =
    valueKind.kind === 'moment' ? !getColumnValue(ticket, column) : formatValue(module, ticket, column) === ''
  if (isEmpty) return null
  return (
    <span className="num">
      {label && `${label}: `}
      <Cell module={module} ticket={ticket} column={column} dense={!isTag(module, column)} />
    </span>
  )
}

function isTag(module: TicketModule, column: string): boolean {
  return module.fields[column]?.kind === 'choice'
}
