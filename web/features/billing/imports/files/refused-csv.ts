import type { ListOf } from '@tahanan/contract/answers.ts'
import type { ImportRow } from '@tahanan/contract/billing/import-answers.ts'
import { toCsv } from '@tahanan/contract/csv.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../../lib/api/api.ts'
import { saveText } from '../../../../lib/api/save-file.ts'

const COLUMNS = ['file', 'line', 'urefno', 'reason'] as const

/** Downloads the refused rows as a file, so that they can be corrected where they come from. */
export function useRefusedCsv(uniqId: string): { download: () => void; busy: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const rows: ImportRow[] = []
      for (let page = 1; ; page++) {
        const { data, total } = await api.get<ListOf<ImportRow>>(`/statement-imports/${uniqId}/rows`, {
          verdict: 'refused',
          page,
          limit: LIMITS.allRows,
        })
        rows.push(...data)
        if (rows.length >= total || data.length === 0) return rows
      }
    },
    onSuccess: (rows) =>
      saveText(
        'Refused rows.csv',
        toCsv(
          COLUMNS,
          rows.map((row) => COLUMNS.map((name) => row[name])),
        ),
      ),
  })
  return { download: () => mutate(), busy: isPending }
}
