import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import type { Found } from '@tahanan/contract/search/answers.ts'

/** Headings of the results, in order. */
export const KIND_TITLES: Readonly<Record<string, string | undefined>> = {
  ticket: 'Tickets',
  tenant: 'Tenants',
  post: 'Announcements and Events',
  ...Object.fromEntries(RECORD_KINDS.map(({ name, foundAs }) => [name, foundAs])),
}

/** Groups results by kind, in the server's order. */
export function groupsOf(found: readonly Found[]) {
  return (Object.keys(KIND_TITLES) as Found['kind'][])
    .map((kind) => ({ kind, rows: found.filter((row) => row.kind === kind) }))
    .filter(({ rows }) => rows.length > 0)
}

/** Splits a text into parts; every second one matches the term, regardless of case. */
export function partsOf(text: string, term: string): string[] {
  const escapedTerm = term.trim().replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return escapedTerm === '' ? [text] : text.split(new RegExp(`(${escapedTerm})`, 'i'))
}
