import type { LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import type { IssuedNumber } from '@tahanan/contract/billing/series-answers.ts'
import { useMutation } from '@tanstack/react-query'
import { FilePlus, FileText } from 'lucide-react'
import { api } from '../../../lib/api/api.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { confirm } from '../../../ui/overlays/dialogs.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { invoiceOf, PdfButton } from '../save-buttons.tsx'
import { queryClient } from '../../../lib/api/query-client.ts'

/** Issues the invoice of an entry; undefined where the reader may not, or no series is open. */
export type OnIssue = ((entryId: number) => void) | undefined

/** Returns what asks, and issues the invoice of a charge. */
export function useIssueInvoice(): (entryId: number) => void {
  const { mutate } = useMutation({
    mutationFn: (entryId: number) => api.post<IssuedNumber>('/invoice', { entryId }),
    onSuccess: ({ number }) => {
      toast.success(`Invoice ${number} issued.`)
      void queryClient.invalidateQueries({ queryKey: ['me', 'ledger'] })
      void queryClient.invalidateQueries({ queryKey: ['receipts'] })
    },
  })
  const ask = async (entryId: number): Promise<void> => {
    const content = 'It takes the next number of the open series, for good.'
    if (await confirm({ title: 'Issue an invoice for this charge?', content, okText: 'Issue' }))
      mutate(entryId)
  }
  return (entryId) => void ask(entryId)
}

/** The invoice of a charge: opens it, and issues one where none stands. */
export function EntryInvoice({ entry, onIssue }: { entry: LedgerEntry; onIssue: OnIssue }) {
  const { id, kind, invoice } = entry
  return (
    <>
      {invoice && (
        <PdfButton kind="quiet" icon={FileText} {...invoiceOf(invoice)}>
          {`Invoice ${invoice.number}${invoice.isVoid ? ', void' : ''}`}
        </PdfButton>
      )}
      {kind === 'charge' && onIssue && (!invoice || invoice.isVoid) && (
        <Button kind="quiet" icon={FilePlus} onClick={() => onIssue(id)}>
          Issue invoice
        </Button>
      )}
    </>
  )
}
