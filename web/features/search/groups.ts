import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import type { Found } from '@tahanan/contract/search/answers.ts'

/** Headings of the results, in order. */
export const KIND_TITLES: Readonly<Record<string, string | undefined>> = {
  ticket: 'Tickets',
  tenant: 'Tenants',
  payment: 'Payments',
  receipt: 'Receipts and invoices',
  post: 'Announcements and Events',
  ...Object.fromEntries(RECORD_KINDS.map(({ name, foundAs }) => [name, foundAs])),
}

/** Groups results by kind, in the server's order. Tenants come first if the first result is one. */
export function groupsOf(found: readonly Found[]) {
  const kinds = Object.keys(KIND_TITLES) as Found['kind'][]
  return (
    found[0]?.kind === 'tenant' ? ['tenant' as const, ...kinds.filter((kind) => kind !== 'tenant')] : kinds
  )
    .map((kind) => ({ kind, rows: found.filter((row) => row.kind === kind) }))
    .filter(({ rows }) => rows.length > 0)
}

/** Splits a text into parts; every second one matches a word of the term, regardless of case and dashes. */
export function partsOf(text: string, term: string): string[] {
  const words = term.split(/\s+/).map((word) => [...word.replaceAll('-', '')])
  const patterns = words
    .filter((letters) => letters.length > 0)
    .toSorted((one, other) => other.length - one.length)
    .map((letters) =>
      letters.map((letter) => letter.replace(/[$()*+.?[\\\]^{|}]/, String.raw`\$&`)).join('-?'),
    )
  return patterns.length === 0 ? [text] : text.split(new RegExp(`(${patterns.join('|')})`, 'i'))
}
