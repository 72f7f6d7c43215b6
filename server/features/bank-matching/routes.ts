import { Type } from 'typebox'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { findTenant } from '#platform/find-tenant.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { createPageAnswer, listAnswer, toPage } from '#platform/http/list-query.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import {
  runInTransaction,
  runInTransactionAndRead,
  type PlatformContext,
} from '#platform/platform-context.ts'
import { Count, Id, ListOf, NullableId, SuccessAnswer, ListWithCountsOf } from '@tahanan/contract/answers.ts'
import {
  BankFormat,
  BankImport,
  BankImportWithEffects,
  BankLine,
  BankPayment,
  UnmatchedBankItems,
} from '@tahanan/contract/billing/bank-answers.ts'
import { bankFormatForm, setAsideForm } from '@tahanan/contract/billing/bank.ts'
import { TENANT_REQUIRED } from '@tahanan/contract/billing/payment.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { IdParams, ListQuery, PageQuery, createRequiredText } from '@tahanan/contract/requests.ts'
import { createPaymentFromLine, matchAndVerifyPairs, setLineAside, undoMatch } from './changes.ts'
import { deleteFormat, findFormat, listFormats, saveFormat } from './formats.ts'
import { importFile, matchLines } from './import-file.ts'
import {
  findImport,
  findLine,
  listPaymentsForLine,
  listImports,
  listLines,
  listUnmatched,
} from './repository.ts'
import { countEffects, undoImport } from './undo-import.ts'

const VIEW_CONFIG = { policy: allowAdmins(['payments', 'view']) }
const VERIFY_CONFIG = { policy: allowAdmins(['payments', 'verify']) }
const MAX_PAIRS = 500

export function bankMatchingRoutes(app: PortalApp, services: PlatformContext): void {
  addFormatRoutes(app, services)
  addLineRoutes(app, services)
  addMatchRoutes(app, services)
}

function addFormatRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const timeZone = config.communityTimeZone

  app.get('/bank-formats', {
    config: VERIFY_CONFIG,
    schema: {
      summary: 'How banks and gateways write their CSV files, by name',
      response: { 200: Type.Object({ data: Type.Array(BankFormat) }) },
    },
    handler: async () => ({ data: await listFormats(db) }),
  })

  app.post('/bank-format', {
    config: { ...VERIFY_CONFIG, ...CREATE_ROUTE, documentedBody: toFormSchema(bankFormatForm, 'create') },
    schema: { summary: 'Add a format', body: AnyBody, response: { 201: BankFormat } },
    handler: async (request, reply) => {
      const prepareFormat = () => (tx: Tx) => saveFormat(tx, request.body, timeZone)
      return reply.code(201).send(await createIdempotently(services, request, prepareFormat, findFormat))
    },
  })

  app.put('/bank-format/:id', {
    config: { ...VERIFY_CONFIG, documentedBody: toFormSchema(bankFormatForm, 'update') },
    schema: {
      summary: 'Change a format; lines that were read by it stay',
      params: IdParams,
      body: AnyBody,
      response: { 200: BankFormat },
    },
    handler: ({ params, body }) =>
      runInTransactionAndRead(services, (tx) => saveFormat(tx, body, timeZone, params.id), findFormat),
  })

  app.delete('/bank-format/:id', {
    config: VERIFY_CONFIG,
    schema: {
      summary: 'Delete a format; lines that were read by it stay',
      params: IdParams,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ params }) => {
      await runInTransaction(services, (tx) => deleteFormat(tx, params.id))
      return { success: true }
    },
  })
}

function addLineRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config, log } = services
  const timeZone = config.communityTimeZone

  app.get('/bank-imports', {
    config: VIEW_CONFIG,
    schema: {
      summary: 'The imported files, newest first, and how far each was compared',
      querystring: PageQuery,
      response: { 200: ListOf(BankImport) },
    },
    handler: ({ query }) => createPageAnswer(query, (page) => listImports(db, page)),
  })

  app.post('/bank-import', {
    config: { ...VERIFY_CONFIG, makesRecord: true },
    schema: {
      summary: 'Import an uploaded file of a bank or gateway: CSV by its format, OFX or camt.053',
      description:
        'Each line is kept once, then compared with the payments: sure ones are matched. 400 at `file` ' +
        'where it cannot be read, 409 where every line is there already.',
      body: Type.Object({
        file: createRequiredText('Please choose a file!', { maxLength: LIMITS.text }),
        fileName: Type.String({ maxLength: LIMITS.text, default: '' }),
        formatId: Type.Optional(NullableId),
      }),
      response: { 201: BankImport },
    },
    handler: async ({ actor, body }, reply) => {
      const admin = actor as AdminActor
      const id = await importFile(services, admin, body)
      // The import is already stored, so an error of the matching is only logged. The next import or `POST
      // /bank-matching` tries again to match the lines.
      await matchLines(services, admin).catch((error: unknown) => log.error(error, 'bank lines not compared'))
      return reply.code(201).send(await findImport(db, id))
    },
  })

  app.get('/bank-import/:id', {
    config: VIEW_CONFIG,
    schema: {
      summary: 'An imported file, and what undoing it would change',
      params: IdParams,
      response: { 200: BankImportWithEffects },
    },
    handler: async ({ params: { id } }) => ({
      ...(await findImport(db, id)),
      ...(await countEffects(db, id)),
    }),
  })

  app.delete('/bank-import/:id', {
    config: VERIFY_CONFIG,
    schema: {
      summary: 'Undo the import of a file; not while a line belongs to a posted payment',
      description:
        'Its lines are deleted, and payments that their match verified return to for verification. ' +
        'Payments made from its lines stay. The same file may be imported again.',
      params: IdParams,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ actor, params }) => {
      await runInTransaction(services, (tx) => undoImport(tx, actor as AdminActor, params.id))
      return { success: true }
    },
  })

  app.get('/bank-lines', {
    config: VIEW_CONFIG,
    schema: {
      summary: 'The lines of all files, newest first',
      querystring: Type.Object({
        ...ListQuery.properties,
        status: Type.String({
          pattern: '^[1-4]?$',
          default: '',
          description: '1 likely, 2 open, 3 matched, 4 set aside; empty shows all',
        }),
      }),
      response: { 200: ListWithCountsOf(BankLine) },
    },
    handler: async ({ query }) => {
      const page = toPage(query)
      const { counts, ...rows } = await listLines(db, page, {
        status: query.status === '' ? null : Number(query.status),
        timeZone,
      })
      return { ...listAnswer(page, rows, (row) => row), counts }
    },
  })

  app.get('/bank-line/:id', {
    config: VIEW_CONFIG,
    schema: { summary: 'A line', params: IdParams, response: { 200: BankLine } },
    handler: ({ params }) => findLine(db, params.id, timeZone),
  })

  app.get('/bank-unmatched', {
    config: VIEW_CONFIG,
    schema: {
      summary: 'Lines without a payment, and posted payments by bank or gateway without a line, of a period',
      querystring: Type.Object({
        from: Type.String({ format: 'date' }),
        to: Type.String({ format: 'date', description: 'The last day' }),
      }),
      response: { 200: UnmatchedBankItems },
    },
    handler: ({ query }) => listUnmatched(db, { ...query, timeZone }),
  })
}

function addMatchRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const timeZone = config.communityTimeZone

  app.get('/bank-line/:id/payments', {
    config: VERIFY_CONFIG,
    schema: {
      summary: 'Payments that a line may take by hand: of its amount, the nearest days first, 50 at most',
      params: IdParams,
      querystring: Type.Pick(ListQuery, ['searchTerm']),
      response: { 200: Type.Object({ data: Type.Array(BankPayment) }) },
    },
    handler: async ({ params, query }) => ({
      data: await listPaymentsForLine(db, params.id, { searchTerm: query.searchTerm.trim(), timeZone }),
    }),
  })

  app.post('/bank-matching', {
    config: VERIFY_CONFIG,
    schema: {
      summary: 'Compare the lines that wait with the payments once more',
      response: { 200: Type.Object({ matched: Count }) },
    },
    handler: async ({ actor }) => ({ matched: await matchLines(services, actor as AdminActor) }),
  })

  app.post('/bank-matches', {
    config: VERIFY_CONFIG,
    schema: {
      summary: 'Match lines with payments of their amounts; all or none',
      description: 'A payment that nobody verified becomes verified by the caller.',
      body: Type.Object({
        pairs: Type.Array(Type.Object({ lineId: Id, paymentId: Id }), { minItems: 1, maxItems: MAX_PAIRS }),
      }),
      response: { 200: Type.Object({ matched: Count }) },
    },
    handler: async ({ actor, body }) => {
      const pairs = body.pairs.map((pair) => ({ ...pair, reason: null }))
      const options = { timeZone, strict: true }
      return {
        matched: await runInTransaction(services, (tx) =>
          matchAndVerifyPairs(tx, actor as AdminActor, pairs, options),
        ),
      }
    },
  })

  app.delete('/bank-match/:id', {
    config: VERIFY_CONFIG,
    schema: {
      summary: 'Take the match of a line back, or that it was set aside; not once its payment is posted',
      params: IdParams,
      body: Type.Object({ paymentId: Type.Optional(NullableId) }),
      response: { 200: BankLine },
    },
    handler: ({ actor, params: { id }, body: { paymentId } }) =>
      runInTransactionAndRead(
        services,
        (tx) => undoMatch(tx, actor as AdminActor, { id, paymentId, timeZone }),
        (tx) => findLine(tx, id, timeZone),
      ),
  })

  app.post('/bank-line/:id/aside', {
    config: { ...VERIFY_CONFIG, documentedBody: toFormSchema(setAsideForm, 'create') },
    schema: {
      summary: 'Set a line aside that belongs to no payment',
      params: IdParams,
      body: AnyBody,
      response: { 200: BankLine },
    },
    handler: ({ actor, params, body }) => {
      const { values } = parseFormBody(setAsideForm, body, { action: 'create', timeZone })
      return runInTransactionAndRead(
        services,
        (tx) => setLineAside(tx, actor as AdminActor, params.id, String(values.remarks)),
        (tx) => findLine(tx, params.id, timeZone),
      )
    },
  })

  app.post('/bank-line/:id/payment', {
    config: { ...VERIFY_CONFIG, ...CREATE_ROUTE },
    schema: {
      summary: 'Create the payment of a line for a tenant, for verification',
      params: IdParams,
      body: Type.Object({ tenantId: Id }),
      response: { 201: BankLine },
    },
    handler: async (request, reply) => {
      const { actor, params, body } = request
      const preparePayment = async () => {
        const tenant = await findTenant(db, body.tenantId)
        if (!tenant) throw createInvalidInputError({ tenantId: [TENANT_REQUIRED] })
        const input = { lineId: params.id, tenantId: tenant.id, timeZone }
        return (tx: Tx) => createPaymentFromLine(tx, actor as AdminActor, input)
      }
      const line = await createIdempotently(services, request, preparePayment, (from, id) =>
        findLine(from, id, timeZone),
      )
      return reply.code(201).send(line)
    },
  })
}
