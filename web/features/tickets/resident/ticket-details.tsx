import { RecordConversation } from '#features/conversation/record-conversation.tsx'
import { toRows, formatUnit } from '#lib/record-values.ts'
import { formatLongDate } from '#lib/time.ts'
import { FileThumbnailList } from '#ui/files/file-thumbnail.tsx'
import { toDisplayFiles } from '#ui/files/to-display-files.ts'
import { Section } from '#ui/panels/section.tsx'
import { LinkedText } from '#ui/rich-text/linked-text.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { Field } from '@tahanan/contract/forms/fields.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { getCardKeys, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { describeOpenAmount } from '../describe-open-amount.ts'
import { toHistoryEntries, describeNextStep } from '../history.ts'
import { TicketTag } from '../ticket-tag.tsx'
import { getOptionLabel, formatValue } from '../values.ts'
import '#ui/panels/record-panel.css'

export function TicketDetails({ module, ticket }: { module: TicketModule; ticket: Ticket }) {
  const shownFields = Object.entries(module.fields).filter(([key]) => Object.hasOwn(ticket, key))
  // Field that the pass shows next to the unit: a choice that the resident makes in the form and that is also
  // a column of the list.
  const kindField = shownFields.find(
    ([key, field]) =>
      field.kind === 'choice' &&
      field.writers === undefined &&
      module.residentColumns.some((column) => column.key === key) &&
      getOptionLabel(field, ticket[key], 'label') !== '',
  )
  const label = kindField
    ? getOptionLabel(kindField[1], ticket[kindField[0]], 'label')
    : capitalize(module.noun.one)
  const cardKeys = [module.card.heading, ...module.card.line.flatMap(getCardKeys)]
  const getFieldRank = ([key, field]: [string, Field]): number => {
    const cardKeyIndex = cardKeys.indexOf(field.kind === 'reference' ? field.to : key)
    return cardKeyIndex < 0 ? cardKeys.length : cardKeyIndex
  }
  const factFields = shownFields
    .filter(
      ([key, field]) =>
        key !== kindField?.[0] &&
        field.kind !== 'list' &&
        field.kind !== 'files' &&
        ticket[key] !== null &&
        formatValue(module, ticket, key) !== '',
    )
    .toSorted((a, b) => getFieldRank(a) - getFieldRank(b))
  const timestampColumns = module.residentColumns.filter(
    ({ key }) => Object.hasOwn(module.recordedTimes, key) && typeof ticket[key] === 'string',
  )
  const openAmountText = describeOpenAmount(ticket, 'resident')
  return (
    <div className="two">
      <div>
        {openAmountText && (
          <p className="callout" role="status">
            {openAmountText}
          </p>
        )}
        <div className="pass">
          <div className="stub">
            <small>
              <span>
                {label}, {formatUnit(ticket.tenant)}
              </span>
              <TicketTag ticket={ticket} />
            </small>
            <b className="num">{ticket.ticketNumber}</b>
          </div>
          <div className="cut" />
          <div className="rest">
            <dl className="facts">
              {factFields.map(([key, field], index) => (
                <div key={key} className={isWide(field, index, ticket[key]) ? 'wide' : ''}>
                  <dt>{field.label}</dt>
                  <dd className={field.kind === 'text' ? '' : 'num'}>
                    {getLines(module, ticket, key).map((line) => (
                      <span key={line}>{line}</span>
                    ))}
                  </dd>
                </div>
              ))}
              {timestampColumns.map(({ key, label }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd className="num">{formatValue(module, ticket, key)}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
        {shownFields.map(([key, field]) => (
          <FieldSection key={key} field={field} value={ticket[key]} />
        ))}
        {ticket.remarks && (
          <Section title="Remarks">
            <p className="remark">
              <LinkedText text={ticket.remarks} />
            </p>
          </Section>
        )}
      </div>
      <Section title="Messages and history" first>
        <RecordConversation
          subject={{ kind: 'ticket', id: ticket.id }}
          history={toHistoryEntries(module, ticket)}
          next={describeNextStep(module, ticket)}
          empty={`Ask the PMO about this ${module.noun.one}. You get a notification when they answer.`}
        />
      </Section>
    </div>
  )
}

function getLines(module: TicketModule, ticket: Ticket, key: string): string[] {
  const field = module.fields[key]
  const value = ticket[key]
  if (field?.kind !== 'dateTime') return [formatValue(module, ticket, key)]
  if (field.precision === 'day') return [formatLongDate(typeof value === 'string' ? value : undefined)]
  return formatValue(module, ticket, key).split(', ')
}

/** Number of characters that fit into half the width of a pass. */
const HALF_LINE_LENGTH = 18

function isWide(field: Field, index: number, value: unknown): boolean {
  if (field.kind === 'dateTime') return field.precision === 'day'
  if (field.kind === 'text')
    return field.multiline || index === 0 || (typeof value === 'string' && value.length > HALF_LINE_LENGTH)
  return field.kind === 'reference'
}

function FieldSection({ field, value }: { field: Field; value: unknown }) {
  if (field.kind === 'files') {
    const files = toDisplayFiles(value)
    if (files.length === 0) return null
    return (
      <Section title={field.label}>
        <FileThumbnailList files={files} />
      </Section>
    )
  }
  const rows = field.kind === 'list' ? toRows(value) : []
  if (field.kind !== 'list' || rows.length === 0) return null
  return (
    <Section title={field.label}>
      <ul className="goods">
        {rows.map((row) => (
          <li key={JSON.stringify(row)}>
            {Object.entries(field.fields).map(([key, rowField]) => (
              <span key={key} className={rowField.kind === 'wholeNumber' ? 'num' : ''}>
                {String(row[key] ?? '')}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  )
}
