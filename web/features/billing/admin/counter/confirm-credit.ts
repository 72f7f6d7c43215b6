import { queryClient } from '#lib/api/query-client.ts'
import { formatLeftToPay, pesos } from '#lib/money.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { sumOf } from '@tahanan/contract/money.ts'
import { openChargesQuery } from '../../calls.ts'

/** Fetches a tenant's current balance in pesos; negative is credit. */
export async function fetchLeftToPay(tenantId: number): Promise<number> {
  const { leftToPay } = await queryClient.fetchQuery({ ...openChargesQuery(tenantId), staleTime: 0 })
  return leftToPay
}

/** Asks for confirmation if the payment exceeds the tenant's balance (rules 17.12). */
export async function confirmCredit(tenantId: number, settled: number, okText: string): Promise<boolean> {
  const leftToPay = await fetchLeftToPay(tenantId).catch(() => undefined)
  if (leftToPay === undefined)
    return confirm({ title: 'Take this payment?', content: 'We could not read what is left to pay.', okText })
  const credit = sumOf([settled, -leftToPay])
  if (credit <= 0) return true
  return confirm({
    title: 'Take more than is owed?',
    content: `${formatLeftToPay(leftToPay)}. ${pesos(settled)} leaves a credit of ${pesos(credit)}.`,
    okText,
    prefersNo: true,
  })
}
