import { formatDateTime } from '#lib/time.ts'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { formatBytes } from '@tahanan/contract/text/bytes.ts'

export function listImportFacts(of: StatementImport): readonly (readonly [label: string, value: string])[] {
  const { uploaded, bytes } = of.files
  return [
    ['By', of.admin.name],
    [of.done_at === null ? 'Begun' : 'Saved', formatDateTime(of.done_at ?? of.created_at)],
    ['SOA file', of.soaFileName || 'None'],
    ['Web client file', of.webClientFileName || 'None'],
    ['PDFs', uploaded.toLocaleString('en') + (uploaded > 0 ? `, ${formatBytes(bytes)}` : '')],
    ...(of.undone_at === null ? [] : [['Undone', formatDateTime(of.undone_at)] as const]),
    ['Rows saved', `${of.saved.toLocaleString('en')} of ${of.total.toLocaleString('en')}`],
  ]
}
