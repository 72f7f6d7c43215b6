import { pesos } from '../money.ts'

/** Words for what is between a tenant and the community (rules 16.5), the same on pages, in files and on paper. */
export const BALANCE_WORDS = { leftToPay: 'Left To Pay', credit: 'Credit', net: 'Net' } as const
type BalancePart = keyof typeof BALANCE_WORDS

/** Columns of a balance, in the order of lists and files. */
export const BALANCE_AMOUNTS = (Object.keys(BALANCE_WORDS) as BalancePart[]).map((key) => ({
  key,
  label: BALANCE_WORDS[key],
}))

/** Splits a balance in pesos: what is owed and the credit, of which one is zero, and the balance itself. */
export const splitBalance = (balance: number): Record<BalancePart, number> => ({
  leftToPay: Math.max(balance, 0),
  credit: Math.max(-balance, 0),
  net: balance,
})

/** Returns a balance with its word, for lists of facts: what is owed, or the credit. */
export const balanceFact = (balance: number): readonly [label: string, amount: string] => [
  balance < 0 ? BALANCE_WORDS.credit : BALANCE_WORDS.leftToPay,
  pesos(Math.abs(balance)),
]

/** Returns a balance as `₱12,450.00`, below zero as `Credit ₱12,450.00`. */
export const owed = (balance: number): string =>
  balance < 0 ? `${BALANCE_WORDS.credit} ${pesos(-balance)}` : pesos(balance)
