import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import type { Found } from '@tahanan/contract/search/answers.ts'

/** The headings of the results, in their order. */
export const KIND_TITLES: Readonly<Record<string, string | undefined>> = {
  ticket: 'Tickets',
  tenant: 'Tenants',
  post: 'Announcements and Events',
  ...Object.fromEntries(RECORD_KINDS.map(({ name, foundAs }) => [name, foundAs])),
}

/** Results by kind, each kind's in the order of the server. */
export function groupsOf(found: readonly Found[]) {
  return (Object.keys(KIND_TITLES) as Found['kind'][])
    .map((kind) => ({ kind, rows: found.filter((row) => row.kind === kind) }))
    .filter(({ rows }) => rows.length > 0)
}

/** Splits a text into parts, every second of which matches the term, without regard to case. */
export function partsOf(text: string, term: string): string[] {
  const looked = term.trim().replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return looked === '' ? [text] : text.split(new RegExp(`(${looked})`, 'i'))
}
