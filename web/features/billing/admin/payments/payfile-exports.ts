import { useMutation } from '@tanstack/react-query'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { saveText } from '#lib/api/save-file.ts'
import type { CsvChoice } from '#lib/api/selected-rows.ts'
import { formatCount } from '#lib/format-number.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { PayfileCopyRow } from '@tahanan/contract/billing/answers.ts'
import { PAYFILE_CSV, PAYFILE_STATUS_COPY_CSV } from '@tahanan/contract/billing/payfile-csv.ts'
import type { BatchWithRows } from '../../calls.ts'

export function toExportParameters({ sort: _sort, ...choice }: CsvChoice) {
  if ('ids' in choice) return { ids: choice.ids }
  return { ...choice, status: String(choice.status ?? ''), except: [...choice.except] }
}
type ExportParameters = ReturnType<typeof toExportParameters>

export const formatRowCount = (count: number): string => formatCount(count, 'row', 'rows')

export const describeCopiedRows = ({ rows }: { rows: number }): string =>
  rows === 0 ? '' : `${formatCount(rows, 'row was', 'rows were')} in a copy before.`

/**
 * Exports a batch of payments for the accounting system. Without `payments`, it contains all payments that
 * are not exported yet.
 */
async function closeBatch(payments?: ExportParameters): Promise<BatchWithRows | undefined> {
  const postBatch = (confirmation: object) =>
    api.post<BatchWithRows>('/payfile-batch', { payments, ...confirmation })
  try {
    return await postBatch({})
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.code !== 'copiedBefore') throw failure
    const isConfirmed = await confirm({
      title: 'Export these rows again?',
      content: failure.message,
      okText: 'Export again',
      danger: true,
    })
    return isConfirmed ? postBatch({ confirmCopied: true }) : undefined
  }
}

export function usePayfileExports(onDone?: () => void) {
  const batchMutation = useMutation({
    mutationFn: ({ number, payments }: { number?: number; payments?: ExportParameters }) =>
      number === undefined ? closeBatch(payments) : api.get<BatchWithRows>(`/payfile-batch/${number}`),
    onSuccess: (exportedBatch) => {
      if (!exportedBatch) return
      saveText(PAYFILE_CSV.file, PAYFILE_CSV.toCsv(exportedBatch.data))
      toast.success(`Batch ${exportedBatch.number}: ${formatRowCount(exportedBatch.data.length)}`)
      onDone?.()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['payments'] }),
  })
  const copyMutation = useMutation({
    mutationFn: async (request: {
      payments: ExportParameters
      content: 'posted' | 'all'
      isFirst: boolean
    }) => {
      const { payments, content } = request
      const { data } = await api.post<{ data: PayfileCopyRow[] }>('/payfile-copy', { payments, content })
      return { ...request, data }
    },
    onSuccess: ({ data, content, isFirst }) => {
      const file =
        content === 'all' ? PAYFILE_STATUS_COPY_CSV.file : isFirst ? PAYFILE_CSV.file : PAYFILE_CSV.copy
      saveText(file, (content === 'all' ? PAYFILE_STATUS_COPY_CSV : PAYFILE_CSV).toCsv(data))
      toast.success(`${file}: ${formatRowCount(data.length)}`)
      onDone?.()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['payments'] }),
  })
  return {
    batch: batchMutation.mutate,
    copy: copyMutation.mutate,
    busy: batchMutation.isPending || copyMutation.isPending,
  }
}
