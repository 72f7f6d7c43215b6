import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { hasPermission, requirePermission } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { onUniqueViolation } from '#platform/db/on-unique-violation.ts'
import { createInvalidInputError, requireFound } from '#platform/errors.ts'
import { createIdempotently } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { allowAdmins, type PermissionName } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { SuccessAnswer } from '@tahanan/contract/answers.ts'
import { PreparedAnswer, SubjectQuery } from '@tahanan/contract/conversation/answers.ts'
import { MESSAGE_PERMISSIONS } from '@tahanan/contract/conversation/message-permissions.ts'
import { preparedAnswerForm } from '@tahanan/contract/conversation/prepared-answer-form.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { PAGE_NAMES } from '@tahanan/contract/permissions.ts'
import { IdParams } from '@tahanan/contract/requests.ts'
import { requireWriter } from '../policy.ts'
import { requireSubject } from '../subject.ts'
import {
  deleteAnswer,
  findAnswer,
  insertAnswer,
  listAnswers,
  listFilledAnswers,
  lockAnswer,
  updateAnswer,
  type AnswerFields,
  type AnswerRow,
} from './repository.ts'

const SETTINGS_PERMISSION: PermissionName = ['utilities', 'systemParameterSettings']

const BALANCE_PERMISSIONS: readonly PermissionName[] = [
  ['tenants', 'view'],
  ['billings', 'view'],
  ['payments', 'view'],
]

/**
 * Options of calls that change prepared answers. Before the body is read, they check two permissions: the one
 * to open the settings tab, and `edit`, which the tab's buttons need (rules 11.21).
 */
const CHANGE_OPTIONS = {
  config: { policy: allowAdmins(SETTINGS_PERMISSION) },
  onRequest: async ({ actor }: FastifyRequest) => requirePermission(actor, 'utilities', 'edit'),
}
const createChangeRouteOptions = (action: 'create' | 'update') => ({
  ...CHANGE_OPTIONS,
  config: {
    ...CHANGE_OPTIONS.config,
    ...(action === 'create' && { repeatable: true as const }),
    documentedBody: toFormSchema(preparedAnswerForm, action),
  },
})

const toAnswerFields = ({ title, text, page }: Readonly<Details>): AnswerFields => ({
  title: String(title),
  text: String(text),
  page: PAGE_NAMES.find((name) => name === page) ?? null,
})
const createTitleError = () =>
  createInvalidInputError({ title: ['There is an answer with this title already.'] })
const presentAnswer = (row: AnswerRow) => ({ ...row, updated_at: row.updated_at.toISOString() })

export function preparedAnswerRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const timeZone = config.communityTimeZone

  app.get('/prepared-answers', {
    config: { policy: allowAdmins(SETTINGS_PERMISSION, ...MESSAGE_PERMISSIONS) },
    schema: {
      summary: 'Prepared answers: all, or those for a record, filled in for its tenant',
      querystring: Type.Partial(Type.Pick(SubjectQuery, ['kind', 'id'])),
      response: { 200: Type.Object({ data: Type.Array(PreparedAnswer) }) },
    },
    handler: async ({ actor, query: { kind, id } }) => {
      if (kind === undefined || id === undefined) {
        requirePermission(actor, ...SETTINGS_PERMISSION)
        return { data: (await listAnswers(db)).map(presentAnswer) }
      }
      const subject = await requireSubject(db, actor, { kind, id })
      requireWriter(actor, subject)
      const seesBalances = BALANCE_PERMISSIONS.some(([page, flag]) => hasPermission(actor, page, flag))
      return { data: (await listFilledAnswers(db, subject, seesBalances)).map(presentAnswer) }
    },
  })

  app.post('/prepared-answer', {
    ...createChangeRouteOptions('create'),
    schema: { summary: 'Add a prepared answer', body: AnyBody, response: { 201: PreparedAnswer } },
    handler: async (request, reply) => {
      const prepareAnswer = () => {
        const { values } = parseFormBody(preparedAnswerForm, request.body, { action: 'create', timeZone })
        return async (tx: Tx) => {
          const record = await insertAnswer(tx, toAnswerFields(values))
          if (!record) throw createTitleError()
          return { id: record.id, record }
        }
      }
      const row = await createIdempotently(services, request, prepareAnswer, async (from, id) =>
        requireFound(await findAnswer(from, id)),
      )
      return reply.code(201).send(presentAnswer(row))
    },
  })

  app.put('/prepared-answer/:id', {
    ...createChangeRouteOptions('update'),
    schema: {
      summary: 'Change a prepared answer',
      params: IdParams,
      body: AnyBody,
      response: { 200: PreparedAnswer },
    },
    handler: async ({ params, body }) => {
      parseFormBody(preparedAnswerForm, body, { action: 'update', timeZone })
      return presentAnswer(
        await runInTransaction(services, (tx) => changeAnswer(tx, params.id, body, timeZone)),
      )
    },
  })

  app.delete('/prepared-answer/:id', {
    ...CHANGE_OPTIONS,
    schema: { summary: 'Delete a prepared answer', params: IdParams, response: { 200: SuccessAnswer } },
    handler: async ({ params }) => {
      requireFound(await runInTransaction(services, (tx) => deleteAnswer(tx, params.id)))
      return { success: true }
    },
  })
}

async function changeAnswer(
  tx: Tx,
  id: number,
  body: Readonly<Details>,
  timeZone: string,
): Promise<AnswerRow> {
  const { updated_at, id: _, ...stored } = requireFound(await lockAnswer(tx, id))
  const parseOptions = { action: 'update', timeZone, storedValues: stored } as const
  const { values, updatedAt } = parseFormBody(preparedAnswerForm, body, parseOptions)
  requireNotOutdated(updatedAt, updated_at)
  return updateAnswer(tx, id, toAnswerFields({ ...stored, ...values })).catch(
    onUniqueViolation('prepared_answers_title', createTitleError),
  )
}
