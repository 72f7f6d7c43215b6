import { formatDate } from '#lib/time.ts'
import type { Statement } from '@tahanan/contract/billing/answers.ts'

export function getPdfKey({ soaName }: Pick<Statement, 'soaName'>): string | undefined {
  return soaName === null || soaName === '' ? undefined : `soa/pdf/${soaName}`
}

export function getPdfName({ soaName, attachment }: Pick<Statement, 'soaName' | 'attachment'>): string {
  const name = attachment?.split(/[/\\]/).at(-1) || soaName || 'Statement of account'
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`
}

export function formatStatementDays({ soaDate, dueDate }: Pick<Statement, 'soaDate' | 'dueDate'>): string {
  return formatDate(soaDate) + (dueDate === null ? '' : `, due ${formatDate(dueDate)}`)
}

export function getStatementTitle({ title }: Pick<Statement, 'title'>): string {
  return title.trim() || 'Statement of account'
}
