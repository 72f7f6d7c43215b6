import type { ImportRow } from '@tahanan/contract/billing/import-answers.ts'
import { recordsCsv } from '@tahanan/contract/csv.ts'
import { allRows } from '../../../../lib/api/all-rows.ts'

/** Fetches the refused rows as a CSV file, so that they can be corrected where they come from. */
export const refusedCsv = async (uniqId: string): Promise<string> =>
  recordsCsv(await allRows<ImportRow>(`/statement-imports/${uniqId}/rows`, { verdict: 'refused' }), {
    file: (row) => row.file,
    line: (row) => row.line,
    urefno: (row) => row.urefno,
    reason: (row) => row.reason,
  })
