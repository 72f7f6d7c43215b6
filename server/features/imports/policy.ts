import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { can, requirePermission, type Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { adminsWith } from '#platform/http/policy.ts'
import { UNIQ_ID } from '@tahanan/contract/billing/statement-import.ts'
import { findImport, type ImportRow } from './repository.ts'

/** Parts that all calls of imports share. */
export const UniqId = Type.String({ pattern: UNIQ_ID, description: 'Chosen by the browser.' })
export const ImportParams = Type.Object({ uniqId: UniqId })

/** Looking needs `importDataFromPromis`, as the tab does (rules 7.19). */
export const looking = { policy: adminsWith(['utilities', 'importDataFromPromis']) }

/** Changing calls need `add` as well (rules 7.19). Asked before anything of the call is read, as the policy is. */
export const importing = {
  config: looking,
  onRequest: async ({ actor }: Pick<FastifyRequest, 'actor'>): Promise<void> =>
    requirePermission(actor, 'utilities', 'add'),
} as const

/** Finds the newest import of this name. Throws 404. */
export const requireImport = async (db: DbOrTx, uniqId: string): Promise<ImportRow> =>
  requireFound(await findImport(db, uniqId))

/** Whether an actor may open the CSV files of an import: administrators who may import. They hold what everybody owes. */
export function mayReadImportFile(_db: DbOrTx, actor: Actor): Promise<boolean> {
  return Promise.resolve(can(actor, 'utilities', 'importDataFromPromis'))
}
