import { Type } from 'typebox'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { MessageAnswer } from '@tahanan/contract/answers.ts'
import { PayfileExportInImport } from '@tahanan/contract/billing/import-answers.ts'
import type { ExportKind } from '@tahanan/contract/billing/statement-import.ts'
import { CHANGE_OPTIONS, ImportParams as params, VIEW_CONFIG, requireImport, UniqId } from '../policy.ts'
import { moveExport } from './move-ledger-entry.ts'
import { listExports } from './select-exported-entries.ts'

/**
 * Registers the routes for exports to the accounting system that the office must check before it saves a
 * prepared import (rules 7.33).
 */
export function exportRoutes(app: PortalApp, services: PlatformContext): void {
  const { db } = services
  const timeZone = services.config.communityTimeZone

  app.get('/statement-imports/:uniqId/exports', {
    config: VIEW_CONFIG,
    schema: {
      summary: 'Batches and copies of which payments count as received since a prepared import',
      params,
      response: { 200: Type.Object({ data: Type.Array(PayfileExportInImport) }) },
    },
    handler: async ({ params: { uniqId } }) => ({
      data: await listExports(db, (await requireImport(db, uniqId)).id, timeZone),
    }),
  })

  app.put('/statement-imports/:uniqId/exports/:key', {
    ...CHANGE_OPTIONS,
    schema: {
      summary: "Move these lines of a batch or copy into a prepared import's statements, or out again",
      description: '409 once saving began.',
      params: Type.Object({ uniqId: UniqId, key: Type.String({ pattern: '^(batch|copy)-[0-9]{1,9}$' }) }),
      body: Type.Object({ inStatement: Type.Boolean() }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ params: { uniqId, key }, body: { inStatement } }) => {
      const [kind, number] = key.split('-') as [ExportKind, string]
      const exportToMove = { uniqId, kind, number: Number(number) }
      await runInTransaction(services, (tx) => moveExport(tx, exportToMove, inStatement, timeZone))
      return { message: inStatement ? 'Moved into the statements.' : 'Moved out of the statements.' }
    },
  })
}
