import { pesos } from '../money.ts'

/** Labels of the parts of a balance (rules 16.5). */
export const BALANCE_WORDS = { leftToPay: 'Left To Pay', credit: 'Credit', net: 'Net' } as const
type BalancePart = keyof typeof BALANCE_WORDS

/** Parts of a balance, in the order of columns in lists and files. */
export const BALANCE_AMOUNTS = (Object.keys(BALANCE_WORDS) as BalancePart[]).map((key) => ({
  key,
  label: BALANCE_WORDS[key],
}))

/** Splits a balance in pesos. Either `leftToPay` or `credit` is zero. */
export const splitBalance = (balance: number): Record<BalancePart, number> => ({
  leftToPay: Math.max(balance, 0),
  credit: Math.max(-balance, 0),
  net: balance,
})

export const getBalanceFact = (balance: number): readonly [label: string, amount: string] => [
  balance < 0 ? BALANCE_WORDS.credit : BALANCE_WORDS.leftToPay,
  pesos(Math.abs(balance)),
]

export const formatBalance = (balance: number): string =>
  balance < 0 ? `${BALANCE_WORDS.credit} ${pesos(-balance)}` : pesos(balance)
