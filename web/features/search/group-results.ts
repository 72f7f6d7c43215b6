import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import type { SearchResult } from '@tahanan/contract/search/answers.ts'
import { splitSearchTerm, foldText } from '@tahanan/contract/text/fold-text.ts'

export const KIND_TITLES: Readonly<Record<string, string | undefined>> = {
  ticket: 'Tickets',
  tenant: 'Tenants',
  payment: 'Payments',
  receipt: 'Receipts and invoices',
  post: 'Announcements and Events',
  ...Object.fromEntries(RECORD_KINDS.map(({ name, searchHeading }) => [name, searchHeading])),
}

/**
 * Groups search results by kind. Keeps the server's order within a group. Tenants are the first group if the
 * first result is a tenant.
 */
export function groupResults(results: readonly SearchResult[]) {
  const kinds = Object.keys(KIND_TITLES) as SearchResult['kind'][]
  return (
    results[0]?.kind === 'tenant' ? ['tenant' as const, ...kinds.filter((kind) => kind !== 'tenant')] : kinds
  )
    .map((kind) => ({ kind, rows: results.filter((row) => row.kind === kind) }))
    .filter(({ rows }) => rows.length > 0)
}

/**
 * Returns parts of the text. Every second part matches a word of the term. Case and hyphens are ignored, as
 * in the server's search.
 */
export function splitMatches(text: string, term: string): string[] {
  const words = splitSearchTerm(term).map((word) => word.replaceAll('-', ''))
  if (words.length === 0) return [text]
  const pattern = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join('|')
  const letters = [...text]
  const foldedLetters = letters.map((letter) => foldText(letter).replaceAll('-', ''))
  let foldedLength = 0
  const endOffsets = foldedLetters.map((foldedLetter) => (foldedLength += foldedLetter.length))
  const textParts: string[] = []
  let partStart = 0
  for (const { index, 0: matchedText } of foldedLetters.join('').matchAll(new RegExp(pattern, 'g'))) {
    const matchStart = endOffsets.findIndex((end) => end > index)
    const matchEnd = endOffsets.findIndex((end) => end >= index + matchedText.length) + 1
    textParts.push(
      letters.slice(partStart, matchStart).join(''),
      letters.slice(Math.max(partStart, matchStart), matchEnd).join(''),
    )
    partStart = matchEnd
  }
  return [...textParts, letters.slice(partStart).join('')]
}
