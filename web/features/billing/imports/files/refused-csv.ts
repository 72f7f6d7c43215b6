import type { ImportRow } from '@tahanan/contract/billing/import-answers.ts'
import { recordsCsv } from '@tahanan/contract/csv.ts'
import { useMutation } from '@tanstack/react-query'
import { saveText } from '../../../../lib/api/save-file.ts'
import { allRows } from '../../../../lib/api/all-rows.ts'

/** Downloads the refused rows as a file, so that they can be corrected where they come from. */
export function useRefusedCsv(uniqId: string): { download: () => void; busy: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: () => allRows<ImportRow>(`/statement-imports/${uniqId}/rows`, { verdict: 'refused' }),
    onSuccess: (rows) =>
      saveText(
        'Refused rows.csv',
        recordsCsv(rows, {
          file: (row) => row.file,
          line: (row) => row.line,
          urefno: (row) => row.urefno,
          reason: (row) => row.reason,
        }),
      ),
  })
  return { download: () => mutate(), busy: isPending }
}
