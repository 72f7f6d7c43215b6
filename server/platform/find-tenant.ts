import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { parseId } from '@tahanan/contract/forms/validate.ts'
import type { DbOrTx } from './db/client.ts'
import { prepareReadQuery, type Placeholders } from './db/prepare-query.ts'

export interface NamedTenant {
  id: number
  clientCode: string
  uoccname: string
}

/**
 * Finds the tenant for an id from a request body. Returns undefined if the id is invalid or the tenant is
 * deleted.
 */
export async function findTenant(db: DbOrTx, id: unknown): Promise<NamedTenant | undefined> {
  const tenantId = parseId(id)
  return tenantId === undefined ? undefined : (await selectTenant(db, { id: tenantId }))[0]
}

const selectTenant = prepareReadQuery((db, { id }: Placeholders<{ id: number }>) =>
  db
    .selectFrom('tenants')
    .select(['id', 'client_code as clientCode', 'uoccname'])
    .where('id', '=', id)
    .where('status', '<>', DELETED_STATUS),
)
