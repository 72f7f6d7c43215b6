import { useMutation } from '@tanstack/react-query'
import { api, ApiError } from '#lib/api/api.ts'
import type { CsvChoice } from '#lib/api/chosen-rows.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { saveText } from '#lib/api/save-file.ts'
import { formatCount } from '#lib/format-number.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { CopiedRow } from '@tahanan/contract/billing/answers.ts'
import { PAYFILE, STATUS_COPY } from '@tahanan/contract/billing/payfile.ts'
import type { BatchWithRows } from '../../calls.ts'

export function toExportParameters({ sort: _sort, ...choice }: CsvChoice) {
  if ('ids' in choice) return { ids: choice.ids }
  return { ...choice, status: String(choice.status ?? ''), except: [...choice.except] }
}
type Payments = ReturnType<typeof toExportParameters>

export const formatRowCount = (count: number): string => formatCount(count, 'row', 'rows')

export const describeCopied = ({ rows }: { rows: number }): string =>
  rows === 0 ? '' : `${formatCount(rows, 'row was', 'rows were')} in a copy before.`

/**
 * Closes a batch of the given payments, or of all payments that are not exported yet. Asks for a confirmation
 * if some of them are already in a copy.
 */
async function closeBatch(payments?: Payments): Promise<BatchWithRows | undefined> {
  const close = (confirmed: object) => api.post<BatchWithRows>('/payfile-batch', { payments, ...confirmed })
  try {
    return await close({})
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.code !== 'copiedBefore') throw failure
    const isConfirmed = await confirm({
      title: 'Export these rows again?',
      content: failure.message,
      okText: 'Export again',
      danger: true,
    })
    return isConfirmed ? close({ confirmCopied: true }) : undefined
  }
}

export function usePayfileExports(onDone?: () => void) {
  const batch = useMutation({
    mutationFn: ({ number, payments }: { number?: number; payments?: Payments }) =>
      number === undefined ? closeBatch(payments) : api.get<BatchWithRows>(`/payfile-batch/${number}`),
    onSuccess: (exported) => {
      if (!exported) return
      saveText(PAYFILE.file, PAYFILE.toCsv(exported.data))
      toast.success(`Batch ${exported.number}: ${formatRowCount(exported.data.length)}`)
      onDone?.()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['payments'] }),
  })
  const copy = useMutation({
    mutationFn: async (request: { payments: Payments; content: 'posted' | 'all'; isFirst: boolean }) => {
      const { payments, content } = request
      const { data } = await api.post<{ data: CopiedRow[] }>('/payfile-copy', { payments, content })
      return { ...request, data }
    },
    onSuccess: ({ data, content, isFirst }) => {
      const file = content === 'all' ? STATUS_COPY.file : isFirst ? PAYFILE.file : PAYFILE.copy
      saveText(file, (content === 'all' ? STATUS_COPY : PAYFILE).toCsv(data))
      toast.success(`${file}: ${formatRowCount(data.length)}`)
      onDone?.()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['payments'] }),
  })
  return { batch: batch.mutate, copy: copy.mutate, busy: batch.isPending || copy.isPending }
}
