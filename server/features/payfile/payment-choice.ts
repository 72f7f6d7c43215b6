import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import { paymentFilterFields, parsePaymentFilters } from '#features/payments/list-payments.ts'
import { getPaymentList } from '#features/payments/repository.ts'
import type { Actor } from '#platform/actor.ts'
import { buildAnyOfIds, DELETED_STATUS } from '#platform/db/expressions.ts'
import type { RowFilter } from '#platform/db/lists/row-filter.ts'
import { toSearchPatterns } from '#platform/db/lists/search-patterns.ts'
import { parseListStatus } from '#platform/http/list-query.ts'
import { Id } from '@tahanan/contract/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { ListQuery } from '@tahanan/contract/requests.ts'

const PaymentIds = Type.Array(Id, { maxItems: LIMITS.allRows })

export const PaymentChoice = Type.Object({
  ids: Type.Optional(PaymentIds),
  status: Type.String({ pattern: '^[1-5]?$', default: '' }),
  searchTerm: ListQuery.properties.searchTerm,
  except: Type.Optional(PaymentIds),
  ...paymentFilterFields,
})

export interface ChosenPayments {
  readonly ids?: readonly number[]
  readonly status: string
  readonly searchTerm: string
  readonly except?: readonly number[]
  readonly by: RowFilter | null
}

export function choosePayments(
  { ids, status, searchTerm, except, ...filters }: Static<typeof PaymentChoice>,
  actor: Actor,
  timeZone: string,
): ChosenPayments {
  const rowFilter = parsePaymentFilters(filters, actor, timeZone)
  return { status, searchTerm, by: rowFilter, ...(ids && { ids }), ...(except && { except }) }
}

export function getChosenList({ status, searchTerm, by }: ChosenPayments) {
  return { list: getPaymentList(parseListStatus(status)), filter: { by, ...toSearchPatterns(searchTerm) } }
}

export function selectChosenIds(choice: ChosenPayments): RawBuilder<{ id: number }> {
  const { ids, except = [] } = choice
  if (ids)
    return sql`select id from payments where status <> ${DELETED_STATUS} and id = ${buildAnyOfIds(ids)}`
  const { list, filter } = getChosenList(choice)
  return sql`${list.ids(filter)} and id <> all(${except}::bigint[])`
}
