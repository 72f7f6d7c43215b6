import { formatCount } from '#lib/format-number.ts'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'

/** Summarizes an import: '3,000 rows saved, 2 refused, 1 skipped.' */
export function resultOf(
  { saved, refused, skipped }: Pick<StatementImport, 'saved' | 'refused' | 'skipped'>,
  withoutPdf: number,
): string {
  const rows = `${formatCount(saved, 'row', 'rows')} saved`
  const others = `${refused.toLocaleString('en')} refused, ${skipped.toLocaleString('en')} skipped`
  const pdfs = withoutPdf === 0 ? '' : ` ${formatCount(withoutPdf, 'PDF was', 'PDFs were')} left out.`
  const where = refused + skipped === 0 ? '' : ' The record of imports gives the reason of each.'
  return `${rows}, ${others}.${pdfs}${where}`
}
