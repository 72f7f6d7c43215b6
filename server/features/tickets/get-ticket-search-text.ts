import type { Field } from '@tahanan/contract/forms/fields.ts'
import { foldText } from '@tahanan/contract/text/fold-text.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

/**
 * Returns the normalized search text of a ticket after its number (rules 13.7): an empty line, the module's
 * texts and labels of choices, one per line, and their codes and numbers without blanks and dashes. The
 * tenant's code and name are searched in `tenants`, so that they are never outdated. Private fields are left
 * out, since a search would reveal them.
 */
export function getTicketSearchText(
  module: TicketModule,
  details: Readonly<Record<string, unknown>>,
  amenityTitle?: string | null,
): string {
  const own = Object.entries(module.fields)
    .filter(([, field]) => !field.private)
    .flatMap(([key, field]) => getSearchTexts(field, details[key]))
  const lines = [amenityTitle ?? '', ...own].filter((line) => line !== '').map((line) => foldText(line))
  return ['', ...new Set([...lines, ...lines.flatMap((line) => joinCodes(line))])].join('\n')
}

function getSearchTexts(field: Field, value: unknown): string[] {
  if (field.kind === 'text') return typeof value === 'string' ? [value] : []
  if (field.kind !== 'choice') return []
  const chosen = field.options.find((option) => option.value === value)
  if (chosen) return [chosen.label, chosen.tag ?? '']
  return typeof value === 'string' ? [value] : []
}

/** A dash or blanks between digits, or between digits and at most three letters. */
const SEPARATOR = /(?<=\d|\b[a-z]{1,3})(?:-|[^\S\n]+)(?=\d)|(?<=\d)(?:-|[^\S\n]+)(?=[a-z]{1,3}\b)/g
const CODE = /\S*\d\S*/g

/** Returns the codes and numbers of a text without their dashes and blanks: `abc 1234` becomes `abc1234`. */
function joinCodes(text: string): string[] {
  const joined = text.replaceAll(SEPARATOR, '')
  return joined === text ? [] : (joined.match(CODE) ?? []).filter((code) => !text.includes(code))
}
