import { useMutation } from '@tanstack/react-query'
import { createApiQuery, createDataQuery, createPageQuery } from '#lib/api/create-api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { ListOf, ListWithCountsOf } from '@tahanan/contract/answers.ts'
import type {
  BankFormat,
  BankImport,
  BankLine,
  BankPayment,
  UnmatchedBankItems,
} from '@tahanan/contract/billing/bank-answers.ts'

export const bankLinesQuery = (filter: ListPageFilter) =>
  createPageQuery<ListWithCountsOf<BankLine>>(['bank', 'lines', filter], '/bank-lines', { ...filter })

export const bankLineQuery = (id: number) =>
  createApiQuery<BankLine>(['bank', 'line', id], `/bank-line/${id}`, {}, { staleTime: 0 })

export const bankFormatsQuery = createDataQuery<BankFormat[]>(['bank', 'formats'], '/bank-formats')

export const bankImportsQuery = (busy: boolean) =>
  createApiQuery<ListOf<BankImport>>(
    ['bank', 'imports'],
    '/bank-imports',
    { limit: 5 },
    { refetchInterval: ({ state }) => (busy || state.data?.data.some(isBeingCompared) ? 1000 : false) },
  )

export const bankFilesQuery = (page: { page: number; limit: number }) =>
  createPageQuery<ListOf<BankImport>>(['bank', 'imports', page], '/bank-imports', page)

export const isBeingCompared = ({ checked, lines, created_at }: BankImport): boolean =>
  checked < lines && Date.now() - Date.parse(created_at) < 120_000

export const paymentsForLineQuery = (lineId: number, searchTerm: string) =>
  createDataQuery<BankPayment[]>(['bank', 'payments', lineId, searchTerm], `/bank-line/${lineId}/payments`, {
    searchTerm,
  })

export const unmatchedBankItemsQuery = (from: string, to: string) =>
  createApiQuery<UnmatchedBankItems>(['bank', 'unmatched', from, to], '/bank-unmatched', { from, to })

export const STALE_BANK_QUERIES = [['bank'], ['payments'], ['payment']] as const

export async function refreshBank(): Promise<void> {
  await Promise.all(STALE_BANK_QUERIES.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

export const useBankMutation = <Input, Answer>(
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
