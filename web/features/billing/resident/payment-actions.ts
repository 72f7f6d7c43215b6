import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { ExternalLink, Eye, FileCheck2, RotateCcw } from 'lucide-react'
import { can } from '../payment.ts'
import { retryAddress } from '../standing.ts'
import { followable } from '../../../lib/address/new-tab.ts'
import type { RowAction } from '../../../ui/overlays/row-menu.tsx'

interface Actions {
  onView: (payment: Payment) => void
  onReceipt: (payment: Payment) => void
  /** Goes to the page where the payment is made again. */
  onRetry: (address: string) => void
}

/** Opens the gateway's page or instructions in a tab that learns nothing of ours. */
export function openInstructions({ returnUrl }: Payment): void {
  const address = followable(returnUrl)
  if (address !== undefined) window.open(address, '_blank', 'noopener,noreferrer')
}

/** Actions of a payment: its return URL when one exists, its receipt when it was posted (rules 8.28). */
export function actionsOf(payment: Payment, { onView, onReceipt, onRetry }: Actions): RowAction[] {
  const retry = retryAddress(payment)
  return [
    { label: 'View', icon: Eye, onSelect: () => onView(payment) },
    ...(retry === undefined ? [] : [{ label: 'Try again', icon: RotateCcw, onSelect: () => onRetry(retry) }]),
    ...(followable(payment.returnUrl) === undefined
      ? []
      : [{ label: 'Download Instructions', icon: ExternalLink, onSelect: () => openInstructions(payment) }]),
    ...(can(payment, 'receipt')
      ? [{ label: 'Download receipt', icon: FileCheck2, onSelect: () => onReceipt(payment) }]
      : []),
  ]
}
