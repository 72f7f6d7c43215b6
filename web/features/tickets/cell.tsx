import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#lib/format-number.ts'
import { getRowNoun, toRows, formatRow } from '#lib/record-values.ts'
import { FileThumbnailList } from '#ui/files/file-thumbnail.tsx'
import { toDisplayFiles } from '#ui/files/to-display-files.ts'
import { getIcon } from '#ui/icons.ts'
import { DateTimeText } from '#ui/values/date-time-text.tsx'
import { TypeTag } from '#ui/values/status-tag.tsx'
import { isStatus } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { DueClock } from './due/due-clock.tsx'
import { TicketTag } from './ticket-tag.tsx'
import { getValueKind, getOptionLabel, getColumnValue, formatValue } from './values.ts'

interface CellProps {
  module: TicketModule
  ticket: Ticket
  column: string
  dense?: boolean
  fold?: boolean
  day?: boolean
}

export function Cell({ module, ticket, column, dense, fold, day }: CellProps): ReactNode {
  const value = getColumnValue(ticket, column)
  const valueKind = getValueKind(module, column)
  if (valueKind.kind === 'status')
    return isStatus(value) ? (
      <>
        <TicketTag ticket={ticket} />
        {ticket.assignee && <AssigneeMark name={ticket.assignee.name} />}
        <DueClock ticket={ticket} />
      </>
    ) : null
  if (valueKind.kind === 'moment') return <DateTimeText value={value} fold={fold} day={day} />
  if (valueKind.kind !== 'field') {
    const text = formatValue(module, ticket, column)
    return dense && column === 'clientName' ? <ClippedText>{text}</ClippedText> : text
  }
  const { field } = valueKind
  if (field.kind === 'choice') {
    const icon = field.options.find((option) => option.value === value)?.icon
    const label = getOptionLabel(field, value, 'tag')
    if (label === '') return null
    return icon === undefined ? label : <TypeTag label={label} icon={dense ? undefined : getIcon(icon)} />
  }
  if (field.kind === 'dateTime')
    return <DateTimeText value={value} fold={fold} day={field.precision === 'day'} />
  if (field.kind === 'date') return <DateTimeText value={value} day />
  if (field.kind === 'files') return <FileThumbnailList files={toDisplayFiles(value)} />
  if (field.kind === 'list') {
    const listRows = toRows(value)
    if (listRows.length === 0) return null
    return (
      <details className="fold">
        <summary>{formatCount(listRows.length, getRowNoun(field), `${getRowNoun(field)}s`)}</summary>
        <ul>
          {listRows.map((row) => (
            <li key={formatRow(field, row)}>{formatRow(field, row)}</li>
          ))}
        </ul>
      </details>
    )
  }
  // Long text is cut off, so that a long word or name does not widen the table.
  if (field.kind === 'text' && (field.multiline || dense))
    return <ClippedText>{formatValue(module, ticket, column)}</ClippedText>
  return formatValue(module, ticket, column)
}

const AssigneeMark = ({ name }: { name: string }) => (
  <span className="due-clock inline gap-1" title={`Assigned to ${name}`}>
    <UserRound />
    <span className="visually-hidden">Assigned to {name}</span>
  </span>
)

function ClippedText({ children }: { children: string }) {
  return (
    <span className="clip" title={children}>
      {children}
    </span>
  )
}

export function isNumeric(module: TicketModule, column: string): boolean {
  const valueKind = getValueKind(module, column)
  if (valueKind.kind === 'moment' || valueKind.kind === 'ticketNumber' || valueKind.kind === 'clientCode')
    return true
  return (
    valueKind.kind === 'field' && ['dateTime', 'date', 'money', 'wholeNumber'].includes(valueKind.field.kind)
  )
}

export function isMoney(module: TicketModule, column: string): boolean {
  return module.fields[column]?.kind === 'money'
}
