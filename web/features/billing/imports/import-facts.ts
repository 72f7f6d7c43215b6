import { formatDateTime } from '#lib/time.ts'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { formatBytes } from '@tahanan/contract/text/bytes.ts'

export function listImportFacts(
  statementImport: StatementImport,
): readonly (readonly [label: string, value: string])[] {
  const { uploaded, bytes } = statementImport.files
  return [
    ['By', statementImport.admin.name],
    [
      statementImport.done_at === null ? 'Begun' : 'Saved',
      formatDateTime(statementImport.done_at ?? statementImport.created_at),
    ],
    ['SOA file', statementImport.soaFileName || 'None'],
    ['Web client file', statementImport.webClientFileName || 'None'],
    ['PDFs', uploaded.toLocaleString('en') + (uploaded > 0 ? `, ${formatBytes(bytes)}` : '')],
    ...(statementImport.undone_at === null
      ? []
      : [['Undone', formatDateTime(statementImport.undone_at)] as const]),
    [
      'Rows saved',
      `${statementImport.saved.toLocaleString('en')} of ${statementImport.total.toLocaleString('en')}`,
    ],
  ]
}
