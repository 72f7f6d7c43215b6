import { Type, type Static } from 'typebox'
import type { AdminActor } from '#platform/actor.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { MessageAnswer, Id, ListOf, nullable, oneOf } from '@tahanan/contract/answers.ts'
import {
  ImportConfirmation,
  ImportRow,
  RefusedRow,
  StatementImport,
} from '@tahanan/contract/billing/import-answers.ts'
import { IMPORT_FILTERS } from '@tahanan/contract/billing/statement-import.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { ListQuery, PageQuery } from '@tahanan/contract/requests.ts'
import { abandonImport } from './abandon-import.ts'
import { pdfRoutes } from './pdf-routes.ts'
import { CHANGE_OPTIONS, ImportParams as params, VIEW_CONFIG, requireImport, UniqId } from './policy.ts'
import { prepareImport } from './prepare-import.ts'
import { DateOrderField, presentImport, presentLine, presentRefusedRow } from './present.ts'
import { exportRoutes } from './preview/export-routes.ts'
import { moveLedgerEntry } from './preview/move-ledger-entry.ts'
import { listPreviewEntries } from './preview/select-preview-entries.ts'
import { listImports, listRows } from './repository.ts'
import { saveRoutes } from './save-routes.ts'

const FileName = Type.String({ maxLength: LIMITS.text, default: '' })
const FileKey = Type.Optional(
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: LIMITS.text }),
)

/** Registers the routes of statement imports (rules 7.12, 7.19): prepare, read, upload PDFs, save. */
export function importRoutes(app: PortalApp, services: PlatformContext): void {
  const { db } = services
  const timeZone = services.config.communityTimeZone

  app.post('/statement-imports', {
    ...CHANGE_OPTIONS,
    schema: {
      summary: 'Read the uploaded CSV files and compare them with the tenants; nothing is changed',
      description:
        'Answers a question when nothing in the file tells whether the day or the month comes first.',
      body: Type.Object({
        uniqId: UniqId,
        soaFile: FileKey,
        soaFileName: FileName,
        webClientFile: FileKey,
        webClientFileName: FileName,
        dateOrder: DateOrderField,
      }),
      response: { 200: ImportConfirmation, 201: StatementImport },
    },
    handler: async ({ actor, body }, reply) => {
      const dateOrderQuestion = await prepareImport(services, actor as AdminActor, {
        ...body,
        soaFile: body.soaFile || null,
        webClientFile: body.webClientFile || null,
      })
      if (dateOrderQuestion)
        return reply
          .code(200)
          .send({ state: 'question', question: 'dateOrder', examples: [...dateOrderQuestion.examples] })
      return reply.code(201).send(await presentImport(db, await requireImport(db, body.uniqId), timeZone))
    },
  })

  app.get('/statement-imports', {
    config: VIEW_CONFIG,
    schema: {
      summary: 'The record of imports, the last saved first',
      querystring: PageQuery,
      response: { 200: ListOf(StatementImport) },
    },
    handler: async ({ query }) => {
      const page = toPage(query)
      const { rows, total } = await listImports(db, page)
      const presentedImports: Static<typeof StatementImport>[] = []
      for (const row of rows) presentedImports.push(await presentImport(db, row, timeZone))
      return listAnswer(page, { rows: presentedImports, total }, (row) => row)
    },
  })

  app.get('/statement-imports/:uniqId', {
    config: VIEW_CONFIG,
    schema: { summary: 'One import', params, response: { 200: StatementImport } },
    handler: async ({ params: { uniqId } }) => presentImport(db, await requireImport(db, uniqId), timeZone),
  })

  app.get('/statement-imports/:uniqId/rows', {
    config: VIEW_CONFIG,
    schema: {
      summary: 'Its rows: amounts before and after, and what happens to each tenant',
      params,
      querystring: Type.Object({
        ...PageQuery.properties,
        searchTerm: ListQuery.properties.searchTerm,
        verdict: oneOf([...IMPORT_FILTERS, ''], {
          default: '',
          description:
            '`warned`: rows that one should look at; `kept`: undone ones of which something did not ' +
            'come back; `entries`: prepared ones with entries.',
        }),
      }),
      response: { 200: ListOf(ImportRow) },
    },
    handler: async ({ params: { uniqId }, query }) => {
      const page = toPage(query)
      const importRow = await requireImport(db, uniqId)
      const foundRows = await listRows(db, importRow.id, page, query.verdict, timeZone)
      const entries =
        importRow.state === 'prepared'
          ? await listPreviewEntries(db, importRow.id, timeZone, foundRows.rows)
          : undefined
      return listAnswer(page, foundRows, (row) => presentLine(importRow, row, entries?.get(row.row)))
    },
  })

  app.put('/statement-imports/:uniqId/entries/:entryId', {
    ...CHANGE_OPTIONS,
    schema: {
      summary: "Move an entry of a prepared import's preview into its statement, or out of it",
      description: 'For what the accounting system is known to hold, or not to hold. 409 once saving began.',
      params: Type.Object({ uniqId: UniqId, entryId: Id }),
      body: Type.Object({
        inStatement: Type.Boolean(),
        batch: Type.Optional(
          nullable(Type.Integer({ description: 'As last seen; 409 when it was exported since' })),
        ),
      }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ params: entry, body }) => {
      await runInTransaction(services, (tx) => moveLedgerEntry(tx, entry, body, timeZone))
      return { message: body.inStatement ? 'Moved into the statement.' : 'Moved out of the statement.' }
    },
  })
  exportRoutes(app, services)

  app.get('/statement-imports/:uniqId/refused', {
    config: VIEW_CONFIG,
    schema: {
      summary: 'Its refused rows, each with file, line and reason',
      params,
      querystring: PageQuery,
      response: { 200: ListOf(RefusedRow) },
    },
    handler: async ({ params: { uniqId }, query }) => {
      const importRow = await requireImport(db, uniqId)
      const page = toPage(query)
      const refusedRows = await listRows(db, importRow.id, page, 'refused', timeZone)
      return listAnswer(page, refusedRows, (row) => presentRefusedRow(importRow, row))
    },
  })

  app.delete('/statement-imports/:uniqId', {
    ...CHANGE_OPTIONS,
    schema: {
      summary: 'Give up a prepared import; 409 once saving began',
      params,
      response: { 200: MessageAnswer },
    },
    handler: async ({ params: { uniqId } }) => {
      await runInTransaction(services, (tx) => abandonImport(tx, uniqId))
      return { message: 'The import was given up. Nothing was changed.' }
    },
  })

  pdfRoutes(app, services)
  saveRoutes(app, services)
}
