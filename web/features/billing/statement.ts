import { showDate } from '#lib/time.ts'
import type { Statement } from '@tahanan/contract/billing/answers.ts'

/** The key of a statement's PDF; undefined where there is none. */
export function pdfKey({ soaName }: Pick<Statement, 'soaName'>): string | undefined {
  return soaName === null || soaName === '' ? undefined : `soa/pdf/${soaName}`
}

/** Returns the name of the PDF on the reader's device. */
export function pdfName({ soaName, attachment }: Pick<Statement, 'soaName' | 'attachment'>): string {
  const name = attachment?.split(/[/\\]/).at(-1) || soaName || 'Statement of account'
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`
}

/** Returns the day of a statement, and the day by when it is due. */
export function statementDays({ soaDate, dueDate }: Pick<Statement, 'soaDate' | 'dueDate'>): string {
  return showDate(soaDate) + (dueDate === null ? '' : `, due ${showDate(dueDate)}`)
}

/** A statement without a title of its own is called by what it is. */
export function statementTitle({ title }: Pick<Statement, 'title'>): string {
  return title.trim() || 'Statement of account'
}
