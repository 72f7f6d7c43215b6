import type { Field } from '@tahanan/contract/forms/fields.ts'
import { foldText } from '@tahanan/contract/text/fold-text.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

/**
 * Returns the normalized text in which searches find a ticket (rules 13.7). The search query puts the ticket
 * number before this text. The text begins with an empty line. Then it has one line for each text, each label
 * of a choice, and each code without blanks and dashes. The tenant's code and name are not included: they may
 * change, and are searched in `tenants`. Private fields are not included, because a search would reveal them.
 */
export function getTicketSearchText(
  module: TicketModule,
  details: Readonly<Record<string, unknown>>,
  amenityTitle?: string | null,
): string {
  const fieldTexts = Object.entries(module.fields)
    .filter(([, field]) => !field.private)
    .flatMap(([key, field]) => getSearchTexts(field, details[key]))
  const lines = [amenityTitle ?? '', ...fieldTexts]
    .filter((line) => line !== '')
    .map((line) => foldText(line))
  return ['', ...new Set([...lines, ...lines.flatMap((line) => joinCodes(line))])].join('\n')
}

function getSearchTexts(field: Field, value: unknown): string[] {
  if (field.kind === 'text') return typeof value === 'string' ? [value] : []
  if (field.kind !== 'choice') return []
  const chosenOption = field.options.find((option) => option.value === value)
  if (chosenOption) return [chosenOption.label, chosenOption.tag ?? '']
  return typeof value === 'string' ? [value] : []
}

/** Dash or blanks inside a code: between digits, or between digits and a word of at most three letters. */
const SEPARATOR_PATTERN = /(?<=\d|\b[a-z]{1,3})(?:-|[^\S\n]+)(?=\d)|(?<=\d)(?:-|[^\S\n]+)(?=[a-z]{1,3}\b)/g
const CODE_PATTERN = /\S*\d\S*/g

function joinCodes(text: string): string[] {
  const joinedText = text.replaceAll(SEPARATOR_PATTERN, '')
  return joinedText === text
    ? []
    : (joinedText.match(CODE_PATTERN) ?? []).filter((code) => !text.includes(code))
}
