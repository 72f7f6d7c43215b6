import { useMutation } from '@tanstack/react-query'
import { Download, FileCheck2, FileText } from 'lucide-react'
import type { ComponentProps } from 'react'
import { api } from '#lib/api/api.ts'
import { saveBlob, saveText } from '#lib/api/save-file.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { useIsPhone } from '#ui/use-media-query.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { formatReceiptNumber } from './payment.ts'

interface Pdf {
  path: string
  name: string
}

export const toReceiptPdf = ({ id, receiptNumber, referenceNumber }: Payment): Pdf => ({
  path: `/payment/${id}/receipt`,
  name: receiptNumber ?? referenceNumber,
})

export const toChequeSlipPdf = ({ id, referenceNumber }: Payment): Pdf => ({
  path: `/payment/${id}/cheque-slip`,
  name: `Cheque ${referenceNumber}`,
})

export const toInvoicePdf = ({ id, number }: { id: number; number: string }): Pdf => ({
  path: `/invoice/${id}`,
  name: number,
})

export function useSavePdf() {
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ path, name }: Pdf) => saveBlob(`${name}.pdf`, await api.file(path)),
  })
  return { save: (pdf: Pdf) => mutate(pdf), busy: isPending }
}

export function PdfButton({ path, name, ...button }: Pdf & Omit<ComponentProps<typeof Button>, 'name'>) {
  const { save, busy } = useSavePdf()
  return <Button {...button} busy={busy} onClick={() => save({ path, name })} />
}

export function ReportPdfButton(props: Pdf & { disabled?: boolean; isNextToSearch?: true }) {
  const { disabled, isNextToSearch, ...pdf } = props
  const { save } = useSavePdf()
  if (useIsPhone() && isNextToSearch)
    return <IconButton icon={FileText} label="Download PDF" disabled={disabled} onClick={() => save(pdf)} />
  return (
    <PdfButton icon={FileText} disabled={disabled} {...pdf}>
      Download PDF
    </PdfButton>
  )
}

export const ReceiptButton = ({ payment }: { payment: Payment }) => (
  <PdfButton icon={FileCheck2} {...toReceiptPdf(payment)}>
    Receipt {formatReceiptNumber(payment)}
  </PdfButton>
)

/** Button that downloads the slip for a received cheque (rules 17.7). */
export const SlipButton = ({ payment }: { payment: Payment }) => (
  <PdfButton aria-label={`Cheque slip ${payment.referenceNumber}`} {...toChequeSlipPdf(payment)}>
    Cheque slip
  </PdfButton>
)

interface CsvButtonProps extends Pick<Pdf, 'name'> {
  disabled?: boolean
  children?: string
  csv: () => string | Promise<string>
}

export function CsvButton({ name, disabled, children = 'Download CSV', csv }: CsvButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveText(`${name}.csv`, await csv()),
  })
  return (
    <Button icon={Download} disabled={disabled} busy={isPending} onClick={() => mutate()}>
      {children}
    </Button>
  )
}
