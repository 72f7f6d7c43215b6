import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { hasPermission, requirePermission, type Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import { IMPORT_ID_PATTERN } from '@tahanan/contract/billing/statement-import.ts'
import { findImport, type ImportRow } from './repository.ts'

export const UniqId = Type.String({ pattern: IMPORT_ID_PATTERN, description: 'Chosen by the browser.' })
export const ImportParams = Type.Object({ uniqId: UniqId })

/**
 * Options of read-only calls. They need the permission `importDataFromPromis`, which also opens the import
 * tab (rules 7.19).
 */
export const VIEW_CONFIG = { policy: allowAdmins(['utilities', 'importDataFromPromis']) }

/**
 * Options of calls that change data. Besides the permission of read-only calls they need the permission `add`
 * (rules 7.19), which is checked before the body is parsed.
 */
export const CHANGE_OPTIONS = {
  config: VIEW_CONFIG,
  onRequest: async ({ actor }: Pick<FastifyRequest, 'actor'>): Promise<void> =>
    requirePermission(actor, 'utilities', 'add'),
} as const

export const requireImport = async (db: DbOrTx, uniqId: string): Promise<ImportRow> =>
  requireFound(await findImport(db, uniqId))

/**
 * Returns whether the actor may read an import's file. Administrators need the permission to import, because
 * the CSV files contain the dues of all tenants.
 */
export function mayReadImportFile(_db: DbOrTx, actor: Actor): Promise<boolean> {
  return Promise.resolve(hasPermission(actor, 'utilities', 'importDataFromPromis'))
}
