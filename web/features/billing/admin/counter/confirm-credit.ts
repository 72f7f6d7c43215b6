import { queryClient } from '#lib/api/query-client.ts'
import { formatLeftToPay, pesos } from '#lib/money.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { sumOf } from '@tahanan/contract/money.ts'
import { openChargesQuery } from '../../calls.ts'

/** Reads what is left to pay of a tenant now; below zero is credit. */
export async function fetchLeftToPay(tenantId: number): Promise<number> {
  const { leftToPay } = await queryClient.fetchQuery({ ...openChargesQuery(tenantId), staleTime: 0 })
  return leftToPay
}

/** Asks before more is taken than a tenant owes (rules 17.12). Resolves to whether it is to be taken. */
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
