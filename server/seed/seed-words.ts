import { escapeLiteral } from 'pg'
import { DEMO_RESIDENTS } from '#demo/people.ts'
import { readCommunity } from '#demo/read-community.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import words from './words.json' with { type: 'json' }

/** Returns an expression for any of the texts. */
const anyOf = (texts: readonly string[]): string =>
  `(array[${texts.map((text) => escapeLiteral(text)).join(', ')}])[1 + floor(random() * ${texts.length})::int]`

const { beginnings, middles, ends } = words.familyNames
const GIVEN = anyOf(DEMO_RESIDENTS.map(({ firstName }) => firstName))
const FAMILY = anyOf(DEMO_RESIDENTS.map(({ lastName }) => lastName))

/** An expression for two given names of the demo and a family name, every fifth of the demo too, which many share. */
export const ANY_NAME = `${GIVEN} || ' ' || ${GIVEN} || ' ' || case when random() < 0.2 then ${FAMILY}
  else ${anyOf(beginnings)} || ${anyOf(middles)} || ${anyOf(ends)} end`

/** An expression for something that a resident of the demo said. */
export const ANY_MESSAGE = anyOf(
  readCommunity<{ message: string }[]>('feedback').flatMap(({ message }) => message || []),
)

/** Weights by name, and what the database has for the names where that is something else. */
const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ...words.weights,
  // A new module is among the tickets too.
  modules: { ...Object.fromEntries(MODULES.map(({ name }) => [name, 3])), ...words.weights.modules },
}
const VALUES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ticketStatuses: STATUS,
  newestPayments: PAYMENT_STATUS,
  olderPayments: PAYMENT_STATUS,
  paymentTypes: { deposit: 1, dragonpay: 2, aqwire: 3 },
  stars: { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5 },
}

/** Returns an expression for a name of a list, each as likely as its weight, by a column from 0 up to 1. */
export function weighted(list: string, column: string): string {
  const weights = Object.entries(WEIGHTS[list] ?? {})
  const sum = weights.reduce((all, [, weight]) => all + weight, 0)
  let upTo = 0
  const cases = weights.map(([name, weight]) => {
    upTo += weight
    return `when ${column} < ${upTo / sum} then ${VALUES[list]?.[name] ?? escapeLiteral(name)}`
  })
  return `case ${cases.join(' ')} end`
}
