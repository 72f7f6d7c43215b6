import { Type, type Static } from 'typebox'
import type { AdminActor } from '#platform/actor.ts'
import { requireFound } from '#platform/errors.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { SavedImport, UndoneImport } from '@tahanan/contract/billing/import-answers.ts'
import { IMPORT_LIMITS, type ImportFilter } from '@tahanan/contract/billing/statement-import.ts'
import { parseListBodies } from './parse-list-bodies.ts'
import { CHANGE_OPTIONS, ImportParams as params, requireImport, UniqId } from './policy.ts'
import { DateOrderField, presentRefusedRow } from './present.ts'
import { countUndoEffects, findImportById, findImportToUndo, listRows, type ImportRow } from './repository.ts'
import { saveList, savePreparedImport } from './save-list.ts'
import { undoImport } from './saving/save-import.ts'

const ALL_ROWS = { limit: IMPORT_LIMITS.rows, offset: 0, searchTerm: '' }

/** Registers the routes that save an import and undo one (rules 7.16, 7.24). */
export function saveRoutes(app: PortalApp, services: PlatformContext): void {
  void app.register(async (scope: PortalApp) => addSaveRoute(scope, services))
  addUndoRoute(app, services)
}

function addSaveRoute(app: PortalApp, services: PlatformContext): void {
  const getList = parseListBodies(app, services)

  app.put('/tenant-soa-info', {
    ...CHANGE_OPTIONS,
    schema: {
      summary: 'Save a prepared import, or with `pdfFiles` a list of merged rows',
      description:
        'Goes on where an earlier call was broken off. Progress is told on `soa-update-channel`; one ' +
        'import is saved at a time.',
      body: Type.Object({
        uniqId: UniqId,
        pdfFiles: Type.Optional(Type.Array(Type.Unsafe<unknown>({}), { maxItems: IMPORT_LIMITS.rows })),
        dateOrder: DateOrderField,
        confirmCorrections: Type.Optional(
          Type.Boolean({
            description:
              'Save other amounts for dates which have a statement already; without it such rows are ' +
              'skipped.',
          }),
        ),
        confirmExported: Type.Optional(
          Type.Boolean({
            description:
              'Exported payments count as received since; without it 409 `exportsNotConfirmed` where ' +
              'there are some.',
          }),
        ),
        confirmOlder: Type.Optional(
          Type.Boolean({
            description:
              'Save rows that are older than the stored statements; without it such rows are skipped.',
          }),
        ),
        confirmDoubtful: Type.Optional(
          Type.Boolean({
            description:
              "Create the tenants of new codes that may be another tenant's; without it such rows are skipped.",
          }),
        ),
      }),
      response: { 200: SavedImport },
    },
    handler: async (request) => {
      const { uniqId, confirmCorrections, confirmOlder, confirmExported, confirmDoubtful } = request.body
      const saveOptions = { confirmCorrections, confirmOlder, confirmExported, confirmDoubtful }
      const sentList = getList(request)
      if (sentList) await saveList(services, request.actor as AdminActor, uniqId, sentList, saveOptions)
      else await savePreparedImport(services, request.actor as AdminActor, uniqId, saveOptions)
      return presentSavedImport(services, uniqId)
    },
  })
}

function addUndoRoute(app: PortalApp, services: PlatformContext): void {
  const { db } = services

  app.delete('/statement-import/:uniqId', {
    ...CHANGE_OPTIONS,
    schema: {
      summary: 'Undo the import that was saved last',
      description:
        'Goes on where an earlier call was broken off. 409 once a later import was saved, and for one ' +
        'that is not saved.',
      params,
      response: { 200: UndoneImport },
    },
    handler: async ({ actor, params: { uniqId } }) => {
      const { id } = requireFound(await findImportToUndo(db, uniqId))
      await undoImport(services, id, actor.id)
      return presentUndoneImport(services, id)
    },
  })
}

async function presentRows(
  { db, config }: PlatformContext,
  row: ImportRow,
  filter: ImportFilter & keyof ImportRow,
) {
  const timeZone = config.communityTimeZone
  return (row[filter] === 0 ? [] : (await listRows(db, row.id, ALL_ROWS, filter, timeZone)).rows)
    .map((stagedRow) => presentRefusedRow(row, stagedRow))
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.row - b.row)
}

async function presentUndoneImport(
  services: PlatformContext,
  importId: number,
): Promise<Static<typeof UndoneImport>> {
  const { db } = services
  const row = await findImportById(db, importId)
  return {
    message: 'The import was undone.',
    ...(await countUndoEffects(db, importId)),
    kept: await presentRows(services, row, 'kept'),
  }
}

async function presentSavedImport(
  services: PlatformContext,
  uniqId: string,
): Promise<Static<typeof SavedImport>> {
  const row = await requireImport(services.db, uniqId)
  return {
    ...row,
    count: row.saved,
    refused: await presentRows(services, row, 'refused'),
    skipped: await presentRows(services, row, 'skipped'),
  }
}
