import { useMutation } from '@tanstack/react-query'
import { apiQuery, dataQuery, pageQuery } from '#lib/api/api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { ListFilter } from '#lib/api/records.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { ListOf, TalliedListOf } from '@tahanan/contract/answers.ts'
import type {
  BankFormat,
  BankImport,
  BankLine,
  BankPayment,
  BankUnmatched,
} from '@tahanan/contract/billing/bank-answers.ts'

export const bankLinesQuery = (filter: ListFilter) =>
  pageQuery<TalliedListOf<BankLine>>(['bank', 'lines', filter], '/bank-lines', { ...filter })

export const bankLineQuery = (id: number) =>
  apiQuery<BankLine>(['bank', 'line', id], `/bank-line/${id}`, {}, { staleTime: 0 })

export const bankFormatsQuery = dataQuery<BankFormat[]>(['bank', 'formats'], '/bank-formats')

export const bankImportsQuery = (busy: boolean) =>
  apiQuery<ListOf<BankImport>>(
    ['bank', 'imports'],
    '/bank-imports',
    { limit: 5 },
    { refetchInterval: ({ state }) => (busy || state.data?.data.some(isBeingCompared) ? 1000 : false) },
  )

export const bankFilesQuery = (page: { page: number; limit: number }) =>
  pageQuery<ListOf<BankImport>>(['bank', 'imports', page], '/bank-imports', page)

export const isBeingCompared = ({ checked, lines, created_at }: BankImport): boolean =>
  checked < lines && Date.now() - Date.parse(created_at) < 120_000

export const paymentsForQuery = (lineId: number, searchTerm: string) =>
  dataQuery<BankPayment[]>(['bank', 'payments', lineId, searchTerm], `/bank-line/${lineId}/payments`, {
    searchTerm,
  })

export const unmatchedQuery = (from: string, to: string) =>
  apiQuery<BankUnmatched>(['bank', 'unmatched', from, to], '/bank-unmatched', { from, to })

export const BANK_STALE = [['bank'], ['payments'], ['payment']] as const

export async function refreshBank(): Promise<void> {
  await Promise.all(BANK_STALE.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

export const useBankChange = <Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  formatResult: (answer: Answer) => string,
  onDone?: () => void,
) =>
  useMutation({
    mutationFn,
    onSuccess: (answer) => {
      toast.success(formatResult(answer))
      onDone?.()
    },
    onSettled: refreshBank,
  })
