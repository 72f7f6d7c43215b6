import type { PickedTenant } from '#features/tenants/tenant-options.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { formatAmountDue, formatPesos } from '#lib/money.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import type { OpenCharge } from '@tahanan/contract/billing/answers.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'
import { openChargesQuery } from '../../calls.ts'
import { describeCharge } from '../../payment.ts'
import { cashClosesQuery, FIRST_PAGE } from './calls.ts'

export async function fetchLeftToPay(tenantId: number): Promise<number> {
  const { leftToPay } = await queryClient.fetchQuery({ ...openChargesQuery(tenantId), staleTime: 0 })
  return leftToPay
}

interface PaymentToConfirm {
  tenant: PickedTenant
  charge?: OpenCharge
  amountPaid: number
  settledAmount: number
  isCash: boolean
  /** Money to give back to the tenant, in pesos; undefined if the received cash was not typed. */
  change: number | undefined
}

/** Returns the text of the button that saves a payment. Only cash can be posted immediately. */
export const getSubmitText = (isPosted: boolean): string => (isPosted ? 'Post and give receipt' : 'Submit')

/** Returns true if a payment is posted immediately: cash, except taxed cash if that is posted later. */
export const isPostedNow = (
  { isCash, isTaxed }: { isCash: boolean; isTaxed: boolean },
  cashCloses: { isTaxedCashPostedLater: boolean } | undefined,
): boolean => isCash && !(isTaxed && cashCloses?.isTaxedCashPostedLater)

/**
 * Shows a confirmation if the payment is in cash, if it exceeds the tenant's balance, or if the balance
 * cannot be loaded (rules 17.12, 17.15).
 */
export async function confirmPayment(question: PaymentToConfirm): Promise<boolean> {
  const { tenant, charge, amountPaid, settledAmount, isCash, change } = question
  const [leftToPay, cashCloses] = await Promise.all([
    fetchLeftToPay(tenant.id).catch(() => undefined),
    isCash ? fetchCashCloses() : undefined,
  ])
  const isPosted = isPostedNow({ isCash, isTaxed: settledAmount > amountPaid }, cashCloses)
  const receipt = isPosted ? `, receipt ${cashCloses?.receiptPrefix ?? 'AR-'}…` : ''
  const summaryLines = [
    `${tenant.uoccname}, ${tenant.clientCode}: ${formatPesos(amountPaid)}${receipt}`,
    charge && `For ${describeCharge(charge)}`,
    change !== undefined && `Change ${formatPesos(change)}`,
  ]
  const confirmWithBalance = (title: string, balance: string, shouldFocusCancel = false) =>
    confirm({
      title,
      content: [...summaryLines, balance].filter(Boolean).join('\n'),
      okText: getSubmitText(isPosted),
      shouldFocusCancel,
    })
  if (leftToPay === undefined)
    return confirmWithBalance('Take this payment?', 'We could not read what is left to pay.')
  const excessAmount = sumAmounts([settledAmount, -leftToPay])
  const balance = formatAmountDue(leftToPay)
  if (excessAmount > 0)
    return confirmWithBalance(
      'Take more than is owed?',
      `${balance}. ${formatPesos(settledAmount)} leaves a credit of ${formatPesos(excessAmount)}.`,
      true,
    )
  if (!isCash) return true
  const payment = `${formatPesos(amountPaid)} of ${tenant.uoccname}`
  return confirmWithBalance(
    isPosted ? `Post ${payment}${receipt}?` : `Submit ${payment} for verification?`,
    `${balance}.`,
  )
}

function fetchCashCloses() {
  const { select: _rows, ...query } = cashClosesQuery(FIRST_PAGE)
  return queryClient.fetchQuery(query).catch(() => undefined)
}
