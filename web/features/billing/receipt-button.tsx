import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { useMutation } from '@tanstack/react-query'
import { FileCheck2 } from 'lucide-react'
import { api } from '../../lib/api/api.ts'
import { saveBlob } from '../../lib/api/save-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { receiptWords } from './payment.ts'

/** Fetches the acknowledgement receipt of a posted payment and hands it to the browser. */
export function useReceipt(): { save: (payment: Payment) => void; busy: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: Payment) => api.file(`/payment/${id}/receipt`),
    onSuccess: (pdf, { receiptNumber, referenceNumber }) =>
      saveBlob(`${receiptNumber ?? referenceNumber}.pdf`, pdf),
  })
  return { save: (payment) => mutate(payment), busy: isPending }
}

/** Fetches an invoice and hands it to the browser. */
export function useInvoice(): { save: (invoice: { id: number; number: string }) => void; busy: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: { id: number; number: string }) => api.file(`/invoice/${id}`),
    onSuccess: (pdf, { number }) => saveBlob(`${number}.pdf`, pdf),
  })
  return { save: (invoice) => mutate(invoice), busy: isPending }
}

/** Saves the receipt as a PDF. */
export function ReceiptButton({ payment }: { payment: Payment }) {
  const { save, busy } = useReceipt()
  return (
    <Button icon={FileCheck2} busy={busy} onClick={() => save(payment)}>
      Receipt {receiptWords(payment)}
    </Button>
  )
}
