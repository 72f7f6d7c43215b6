import { escapeLiteral } from 'pg'
import { loadCommunityFile } from '#demo/load-community-file.ts'
import { DEMO_RESIDENTS } from '#demo/people.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import words from './words.json' with { type: 'json' }

const buildRandomTextSql = (texts: readonly string[]): string =>
  `(array[${texts.map((text) => escapeLiteral(text)).join(', ')}])[1 + floor(random() * ${texts.length})::int]`

const { beginnings, middles, ends } = words.familyNames
const GIVEN_NAME_SQL = buildRandomTextSql(DEMO_RESIDENTS.map(({ firstName }) => firstName))
const FAMILY_NAME_SQL = buildRandomTextSql(DEMO_RESIDENTS.map(({ lastName }) => lastName))

export const RANDOM_NAME_SQL = `${GIVEN_NAME_SQL} || ' ' || ${GIVEN_NAME_SQL} || ' ' || case when random() < 0.2 then ${FAMILY_NAME_SQL}
  else ${buildRandomTextSql(beginnings)} || ${buildRandomTextSql(middles)} || ${buildRandomTextSql(ends)} end`

export const RANDOM_MESSAGE_SQL = buildRandomTextSql(
  loadCommunityFile<{ message: string }[]>('feedback').flatMap(({ message }) => message || []),
)

/**
 * Relative frequency of each name, by list. If the database stores a number instead of the name,
 * `VALUES_BY_NAME` contains it.
 */
const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ...words.weights,
  modules: { ...Object.fromEntries(MODULES.map(({ name }) => [name, 3])), ...words.weights.modules },
}
const VALUES_BY_NAME: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ticketStatuses: STATUS,
  newestPayments: PAYMENT_STATUS,
  olderPayments: PAYMENT_STATUS,
  paymentTypes: { deposit: 1, dragonpay: 2, aqwire: 3 },
  stars: { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5 },
}

/**
 * Returns an SQL expression that picks a random value of a list; frequent values have a larger weight.
 * `column` holds a random number from 0 to 1 (excluded).
 */
export function buildWeightedChoiceSql(list: string, column: string): string {
  const weights = Object.entries(WEIGHTS[list] ?? {})
  const totalWeight = weights.reduce((sum, [, weight]) => sum + weight, 0)
  let cumulativeWeight = 0
  const cases = weights.map(([name, weight]) => {
    cumulativeWeight += weight
    return `when ${column} < ${cumulativeWeight / totalWeight} then ${VALUES_BY_NAME[list]?.[name] ?? escapeLiteral(name)}`
  })
  return `case ${cases.join(' ')} end`
}
