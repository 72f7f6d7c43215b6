import { ExternalLink, Eye, FileCheck2, RotateCcw } from 'lucide-react'
import { useNavigate } from 'react-router'
import { toSafeAddress } from '#lib/address/new-tab.ts'
import type { RowAction } from '#ui/overlays/row-menu.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { getRetryAddress } from '../payment-outcome.ts'
import { hasPaymentAbility } from '../payment.ts'
import { toReceiptPdf, useSavePdf } from '../save-buttons.tsx'

export function openPaymentInstructions({ returnUrl }: Payment): void {
  const returnAddress = toSafeAddress(returnUrl)
  if (returnAddress !== undefined) window.open(returnAddress, '_blank', 'noopener,noreferrer')
}

/**
 * Returns the actions of a payment in the list, such as 'Try again', instructions of the gateway, and the
 * receipt (rules 8.28).
 */
export function usePaymentActions(onOpen: (id: number) => void): (payment: Payment) => RowAction[] {
  const pdf = useSavePdf()
  const navigate = useNavigate()
  return (payment) => {
    const retryAddress = getRetryAddress(payment)
    const actions: readonly (RowAction | false)[] = [
      { label: 'View', icon: Eye, onSelect: () => onOpen(payment.id) },
      retryAddress !== undefined && {
        label: 'Try again',
        icon: RotateCcw,
        onSelect: () => void navigate(retryAddress),
      },
      toSafeAddress(payment.returnUrl) !== undefined && {
        label: 'Download Instructions',
        icon: ExternalLink,
        onSelect: () => openPaymentInstructions(payment),
      },
      hasPaymentAbility(payment, 'receipt') && {
        label: 'Download receipt',
        icon: FileCheck2,
        onSelect: () => pdf.save(toReceiptPdf(payment)),
      },
    ]
    return actions.filter((action) => action !== false)
  }
}
