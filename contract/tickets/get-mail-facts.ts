import type { Field } from '../forms/fields.ts'
import { formatPesos } from '../money.ts'
import { formatDay, formatLongDay, formatLongTime } from '../time.ts'
import type { CardPart, TicketModule } from './define-module.ts'

export interface TicketInMail {
  readonly ticketNumber: string
  readonly details: Readonly<Record<string, unknown>>
  readonly amenity: string | null
}

type MailFact = readonly [name: string, value: string]

/**
 * Returns facts (label and value) for mails to the resident: number, subject, time, amounts, and fields that
 * the office filled in for the approval. Contains no private fields.
 */
export function getMailFacts(module: TicketModule, ticket: TicketInMail, timeZone: string): MailFact[] {
  const { fields, card } = module
  const keysFilledByOffice = Object.keys(fields).filter((key) => {
    const field = fields[key]
    return field?.kind === 'money' || field?.neededToApprove === true
  })
  const cardParts: readonly CardPart[] = [card.heading, ...card.line, ...keysFilledByOffice]
  const mailFacts = cardParts.flatMap((part): MailFact[] => {
    const mailFact = toFact(module, ticket, part, timeZone)
    return mailFact && mailFact[1] !== '' ? [mailFact] : []
  })
  return [...new Map<string, string>([['Number', ticket.ticketNumber], ...mailFacts])]
}

function toFact(
  { fields }: TicketModule,
  { details, amenity }: TicketInMail,
  part: CardPart,
  timeZone: string,
): MailFact | undefined {
  if (part === 'amenity') return ['Amenity', amenity ?? '']
  if (typeof part === 'object' && 'from' in part) {
    const [from, to] = [toText(fields[part.from], details[part.from], timeZone), details[part.to]]
    return [
      'When',
      [from, formatPeriodEnd(fields[part.to], details[part.from], to, timeZone)].filter(Boolean).join(' to '),
    ]
  }
  const key = typeof part === 'string' ? part : part.key
  const field = fields[key]
  if (!field || field.private) return undefined
  return [field.label, toText(field, details[key], timeZone)]
}

function formatPeriodEnd(field: Field | undefined, from: unknown, to: unknown, timeZone: string): string {
  const [start, end] = [toInstant(from), toInstant(to)]
  if (!end) return ''
  const isOneDay = start && formatDay(start, timeZone) === formatDay(end, timeZone)
  if (!isOneDay) return toText(field, to, timeZone)
  if (isDayOnly(field)) return ''
  return formatLongTime(end, timeZone).split(', ').at(-1) ?? ''
}

const isDayOnly = (field: Field | undefined): boolean =>
  field?.kind === 'dateTime' && field.precision === 'day'

const toInstant = (value: unknown): Date | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value) : undefined

function toText(field: Field | undefined, value: unknown, timeZone: string): string {
  if (!field || value === null || value === undefined || value === '') return ''
  switch (field.kind) {
    case 'dateTime': {
      const instant = toInstant(value)
      if (!instant) return ''
      return isDayOnly(field)
        ? formatLongDay(formatDay(instant, timeZone))
        : formatLongTime(instant, timeZone)
    }
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? ''
    case 'money':
      return Number(value) > 0 ? formatPesos(Number(value)) : ''
    case 'text':
      return String(value)
    default:
      return ''
  }
}
