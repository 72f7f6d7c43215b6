import { SavedImport } from '@tahanan/contract/billing/import-answers.ts'
import { IMPORT_LIMITS } from '@tahanan/contract/billing/statement-import.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { AdminActor } from '../../../platform/actor.ts'
import { PortalError } from '../../../platform/errors.ts'
import type { PortalApp } from '../../../platform/http/portal-app.ts'
import type { Services } from '../../../platform/services.ts'
import { importing, requireImport, tags, UniqId } from './access.ts'
import { DateOrderField, presentRefused } from './present.ts'
import { findImport, findSaver, listRows } from './repository.ts'
import { saveImport } from './save.ts'
import { shaOfList, stageList } from './save-list.ts'

/** Time that a call waits for an import that is being saved already (rules 7.17). */
const WAIT_MS = 20_000
const ALL = { limit: IMPORT_LIMITS.rows, offset: 0 }

/** `PUT /tenant-soa-info` (rules 7.16): saves an import; the rest of it is preparation. */
export function saveRoutes(app: PortalApp, services: Services): void {
  const { db } = services

  app.put('/tenant-soa-info', {
    ...importing,
    // A list of 50,000 rows.
    bodyLimit: IMPORT_LIMITS.body,
    schema: {
      tags,
      summary: 'Save a prepared import, or with `pdfFiles` a list of merged rows',
      description:
        'Goes on where an earlier call was broken off. Progress is told on `soa-update-channel`; one import is saved at a time.',
      body: Type.Object({
        uniqId: UniqId,
        pdfFiles: Type.Optional(Type.Array(Type.Unsafe<unknown>({}), { maxItems: IMPORT_LIMITS.rows })),
        dateOrder: DateOrderField,
        confirmCorrections: Type.Optional(
          Type.Boolean({
            description:
              'Save other amounts for dates which have a statement already; without it such rows are skipped.',
          }),
        ),
      }),
      response: { 200: SavedImport },
    },
    handler: async ({ actor, body: { uniqId, pdfFiles, dateOrder, confirmCorrections } }) => {
      if (pdfFiles) {
        const list = { uniqId, pdfFiles, dateOrder: dateOrder ?? null }
        await saveInTurn(services, await stageInTurn(services, actor as AdminActor, list), confirmCorrections)
      } else {
        const found = await requireImport(db, uniqId)
        // an import that was given up cannot be saved
        if (found.state === 'abandoned') throw new PortalError('notFound')
        await saveInTurn(services, found.id, confirmCorrections)
      }
      return presentSaved(services, uniqId)
    },
  })
}

/** Stages a list, once an import of this name that is being saved is done; the same list again is that import. */
async function stageInTurn(
  services: Services,
  actor: AdminActor,
  list: Parameters<typeof stageList>[2],
): Promise<number> {
  const contentSha = await shaOfList(list.pdfFiles)
  const before = await findImport(services.db, list.uniqId)
  if (before?.state === 'saving') {
    await saveInTurn(services, before.id)
    if (before.contentSha?.equals(contentSha)) return before.id
  }
  return stageList(services, actor, list, contentSha)
}

/** Saves an import. Throws 409, saying who saves another, when that takes long. */
async function saveInTurn(services: Services, importId: number, confirmCorrections = false): Promise<void> {
  if (await saveImport(services, importId, { waitMs: WAIT_MS, confirmCorrections })) return
  const saver = await findSaver(services.db)
  throw new PortalError('importRunning', {
    blanks: {
      name: saver?.name ?? 'Somebody',
      count: (saver?.saved ?? 0).toLocaleString('en'),
      total: (saver?.total ?? 0).toLocaleString('en'),
    },
  })
}

async function presentSaved({ db }: Services, uniqId: string): Promise<Static<typeof SavedImport>> {
  const row = await requireImport(db, uniqId)
  const rowsOf = async (verdict: 'refused' | 'skipped') =>
    (row[verdict] === 0 ? [] : (await listRows(db, row.id, ALL, verdict)).rows)
      .map((left) => presentRefused(row, left))
      .toSorted((a, b) => a.file.localeCompare(b.file) || a.row - b.row)
  return {
    count: row.saved,
    total: row.total,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    refused: await rowsOf('refused'),
    skipped: await rowsOf('skipped'),
  }
}
