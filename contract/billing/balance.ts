import { formatPesos } from '../money.ts'

/** Labels of the parts of a balance (rules 16.5). */
export const BALANCE_LABELS = { leftToPay: 'Left To Pay', credit: 'Credit', net: 'Net' } as const
type BalancePart = keyof typeof BALANCE_LABELS

export const BALANCE_AMOUNTS = (Object.keys(BALANCE_LABELS) as BalancePart[]).map((key) => ({
  key,
  label: BALANCE_LABELS[key],
}))

/** Splits a balance in pesos. Either `leftToPay` or `credit` is zero. */
export const splitBalance = (balance: number): Record<BalancePart, number> => ({
  leftToPay: Math.max(balance, 0),
  credit: Math.max(-balance, 0),
  net: balance,
})

export const getBalanceFact = (balance: number): readonly [label: string, amount: string] => [
  balance < 0 ? BALANCE_LABELS.credit : BALANCE_LABELS.leftToPay,
  formatPesos(Math.abs(balance)),
]

export const formatBalance = (balance: number): string =>
  balance < 0 ? `${BALANCE_LABELS.credit} ${formatPesos(-balance)}` : formatPesos(balance)
