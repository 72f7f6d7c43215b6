import { DELETED } from '#platform/db/expressions.ts'
import { parseId } from '@tahanan/contract/forms/validate.ts'
import type { DbOrTx } from './db/client.ts'
import { prepareRead, type Placeholders } from './db/prepare-query.ts'

export interface NamedTenant {
  id: number
  clientCode: string
  uoccname: string
}

/**
 * Returns the tenant with an id from a request body; undefined if the id is invalid or the tenant is deleted.
 */
export async function findTenant(db: DbOrTx, id: unknown): Promise<NamedTenant | undefined> {
  const known = parseId(id)
  return known === undefined ? undefined : (await selectTenant(db, { id: known }))[0]
}

const selectTenant = prepareRead((db, { id }: Placeholders<{ id: number }>) =>
  db
    .selectFrom('tenants')
    .select(['id', 'client_code as clientCode', 'uoccname'])
    .where('id', '=', id)
    .where('status', '<>', DELETED),
)
