import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import { payments } from '#features/payments/repository.ts'
import { anyIdOf, DELETED } from '#platform/db/expressions.ts'
import { searchPatterns } from '#platform/db/lists/search-patterns.ts'
import { statusOf } from '#platform/http/list-query.ts'
import { Id } from '@tahanan/contract/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { ListQuery } from '@tahanan/contract/requests.ts'

const Ids = Type.Array(Id, { maxItems: LIMITS.allRows })

/** Selected payments in a request: by id, or all of a tab and search except some. */
export const PaymentChoice = Type.Object({
  ids: Type.Optional(Ids),
  status: Type.String({ pattern: '^[1-5]?$', default: '' }),
  searchTerm: ListQuery.properties.searchTerm,
  except: Type.Optional(Ids),
})
export type PaymentChoice = Static<typeof PaymentChoice>

/** Returns a sub-select of the selected payments' ids. */
export function chosenIds({
  ids,
  status,
  searchTerm,
  except = [],
}: PaymentChoice): RawBuilder<{ id: number }> {
  if (ids) return sql`select id from payments where status <> ${DELETED} and id = ${anyIdOf(ids)}`
  return sql`${payments(statusOf(status)).ids(searchPatterns(searchTerm))} and id <> all(${except}::bigint[])`
}
