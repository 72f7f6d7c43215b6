import { Type } from 'typebox'
import type { AdminActor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { createIdempotently } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { ListOf, SuccessAnswer } from '@tahanan/contract/answers.ts'
import { toRecordSchema } from '@tahanan/contract/records/answers.ts'
import { RECORD_KINDS, type RecordKind } from '@tahanan/contract/records/index.ts'
import { IdParams, createRecordListQuery, createSortParam } from '@tahanan/contract/requests.ts'
import { advertisementRoutes } from './advertisements/routes.ts'
import { addRecord, changeRecord, deleteRecord } from './changes.ts'
import { policyRoutes } from './policies/routes.ts'
import { getReadPolicy } from './policy.ts'
import { presentRecord } from './present.ts'
import { findRecord, listRecords, type RecordRow } from './repository.ts'

export function recordRoutes(app: PortalApp, services: PlatformContext): void {
  for (const kind of RECORD_KINDS) {
    if (!kind.hasOwnReadCalls) registerReadRoutes(app, services, kind)
    registerWriteRoutes(app, services, kind)
  }
  policyRoutes(app, services)
  advertisementRoutes(app, services)
}

function registerReadRoutes(app: PortalApp, { db, files }: PlatformContext, kind: RecordKind): void {
  const readPolicy = getReadPolicy(kind)
  const policy = { ...readPolicy, areas: kind.listAreas ?? readPolicy.areas }
  const tags = [kind.menu]
  const answerSchema = createAnswerSchema(kind)
  const { sortDateField = 'created_at' } = kind

  app.get(`/${kind.path.many}`, {
    config: { policy },
    schema: {
      tags,
      summary: `List ${kind.noun.many}`,
      querystring: Type.Object({
        ...createRecordListQuery(kind).properties,
        sort: createSortParam([sortDateField]),
      }),
      response: { 200: ListOf(answerSchema) },
    },
    handler: async ({ query }) => {
      const page = toPage(query, [`-${sortDateField}`])
      return listAnswer(page, await listRecords(db, kind, page), (row) => presentRecord(files, kind, row))
    },
  })

  app.get(`/${kind.path.one}/:id`, {
    config: { policy },
    schema: { tags, summary: `One ${kind.noun.one}`, params: IdParams, response: { 200: answerSchema } },
    handler: ({ params }) => requirePresentedRecord({ db, files }, kind, params.id),
  })
}

function registerWriteRoutes(app: PortalApp, services: PlatformContext, kind: RecordKind): void {
  const tags = [kind.menu]
  const { one } = kind.path
  const timeZone = services.config.communityTimeZone
  const answerSchema = createAnswerSchema(kind)
  const createPolicy = (flag: string) => allowAdmins([kind.page, flag])

  app.post(`/${one}`, {
    config: {
      policy: createPolicy(kind.addFlag ?? 'add'),
      repeatable: true,
      documentedBody: toFormSchema(kind.form, 'create'),
    },
    schema: { tags, summary: `Add ${formatNoun(kind)}`, body: AnyBody, response: { 201: answerSchema } },
    handler: async (request, reply) => {
      const { body } = request
      const prepareRecord = () => {
        const parsedForm = parseFormBody(kind.form, body, { action: 'create', timeZone })
        return (tx: Tx) => addRecord(tx, getAdmin(request), kind, parsedForm, body)
      }
      const requireCreatedRecord = (db: DbOrTx, id: number) =>
        requirePresentedRecord({ db, files: services.files }, kind, id)
      return reply
        .code(201)
        .send(await createIdempotently(services, request, prepareRecord, requireCreatedRecord))
    },
  })

  app.put(`/${one}/:id`, {
    config: { policy: createPolicy('edit'), documentedBody: toFormSchema(kind.form, 'update') },
    schema: {
      tags,
      summary: `Change ${formatNoun(kind)}`,
      params: IdParams,
      body: AnyBody,
      response: { 200: answerSchema },
    },
    handler: async (request) => {
      const { id } = request.params
      const parsedForm = parseFormBody(kind.form, request.body, { action: 'update', timeZone })
      await runInTransaction(services, (tx) => changeRecord(tx, getAdmin(request), kind, id, parsedForm))
      return requirePresentedRecord(services, kind, id)
    },
  })

  app.delete(`/${one}/:id`, {
    config: { policy: createPolicy('delete') },
    schema: {
      tags,
      summary: `Delete ${formatNoun(kind)}`,
      params: IdParams,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ params }) => {
      await runInTransaction(services, (tx) => deleteRecord(tx, kind, params.id))
      return { success: true }
    },
  })
}

async function requirePresentedRecord(
  { db, files }: { readonly db: DbOrTx; readonly files: PlatformContext['files'] },
  kind: RecordKind,
  id: number,
) {
  return presentRecord(files, kind, requireFound(await findRecord(db, kind, id)))
}

const formatNoun = ({ noun }: RecordKind) => `${/^[aeiou]/.test(noun.one) ? 'an' : 'a'} ${noun.one}`

const createAnswerSchema = (kind: RecordKind) => Type.Unsafe<RecordRow>(toRecordSchema(kind))

const getAdmin = (request: { readonly actor: unknown }) => request.actor as AdminActor
