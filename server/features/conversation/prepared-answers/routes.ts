import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { can, requirePermission } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { refuseTaken } from '#platform/db/refuse-taken.ts'
import { invalidInput, requireFound } from '#platform/errors.ts'
import { createOnce } from '#platform/http/create-once.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { adminsWith, type PermissionName } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { requireCurrent } from '#platform/last-seen.ts'
import { change, type Services } from '#platform/services.ts'
import { Success } from '@tahanan/contract/answers.ts'
import { WRITERS } from '@tahanan/contract/conversation/answerers.ts'
import { PreparedAnswer, SubjectQuery } from '@tahanan/contract/conversation/answers.ts'
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

const SETTINGS: PermissionName = ['utilities', 'systemParameterSettings']

const BALANCES: readonly PermissionName[] = [
  ['tenants', 'view'],
  ['billings', 'view'],
  ['payments', 'view'],
]

/**
 * Checks the permissions before the body is read: the flag of the settings tab, and the flag of the tab's
 * buttons (rules 11.21).
 */
const CHANGE_OPTIONS = {
  config: { policy: adminsWith(SETTINGS) },
  onRequest: async ({ actor }: FastifyRequest) => requirePermission(actor, 'utilities', 'edit'),
}
const createOptions = (action: 'create' | 'update') => ({
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
const createTitleError = () => invalidInput({ title: ['There is an answer with this title already.'] })
const present = (row: AnswerRow) => ({ ...row, updated_at: row.updated_at.toISOString() })

export function preparedAnswerRoutes(app: PortalApp, services: Services): void {
  const { db, config } = services
  const timeZone = config.communityTimeZone

  app.get('/prepared-answers', {
    config: { policy: adminsWith(SETTINGS, ...WRITERS) },
    schema: {
      summary: 'Prepared answers: all, or those for a record, filled in for its tenant',
      querystring: Type.Partial(Type.Pick(SubjectQuery, ['kind', 'id'])),
      response: { 200: Type.Object({ data: Type.Array(PreparedAnswer) }) },
    },
    handler: async ({ actor, query: { kind, id } }) => {
      if (kind === undefined || id === undefined) {
        requirePermission(actor, ...SETTINGS)
        return { data: (await listAnswers(db)).map(present) }
      }
      const subject = await requireSubject(db, actor, { kind, id })
      requireWriter(actor, subject)
      const seesBalances = BALANCES.some(([page, flag]) => can(actor, page, flag))
      return { data: (await listFilledAnswers(db, subject, seesBalances)).map(present) }
    },
  })

  app.post('/prepared-answer', {
    ...createOptions('create'),
    schema: { summary: 'Add a prepared answer', body: AnyBody, response: { 201: PreparedAnswer } },
    handler: async (request, reply) => {
      const prepare = () => {
        const { values } = parseFormBody(preparedAnswerForm, request.body, { action: 'create', timeZone })
        return async (tx: Tx) => {
          const record = await insertAnswer(tx, toAnswerFields(values))
          if (!record) throw createTitleError()
          return { id: record.id, record }
        }
      }
      const row = await createOnce(services, request, prepare, async (from, id) =>
        requireFound(await findAnswer(from, id)),
      )
      return reply.code(201).send(present(row))
    },
  })

  app.put('/prepared-answer/:id', {
    ...createOptions('update'),
    schema: {
      summary: 'Change a prepared answer',
      params: IdParams,
      body: AnyBody,
      response: { 200: PreparedAnswer },
    },
    handler: async ({ params, body }) => {
      parseFormBody(preparedAnswerForm, body, { action: 'update', timeZone })
      return present(await change(services, (tx) => changeAnswer(tx, params.id, body, timeZone)))
    },
  })

  app.delete('/prepared-answer/:id', {
    ...CHANGE_OPTIONS,
    schema: { summary: 'Delete a prepared answer', params: IdParams, response: { 200: Success } },
    handler: async ({ params }) => {
      requireFound(await change(services, (tx) => deleteAnswer(tx, params.id)))
      return { success: true }
    },
  })
}

/** Changes a prepared answer. Throws 400, 404, or 409 if it was changed meanwhile. */
async function changeAnswer(
  tx: Tx,
  id: number,
  body: Readonly<Details>,
  timeZone: string,
): Promise<AnswerRow> {
  const { updated_at, id: _, ...stored } = requireFound(await lockAnswer(tx, id))
  const read = { action: 'update', timeZone, stored } as const
  const { values, updatedAt } = parseFormBody(preparedAnswerForm, body, read)
  requireCurrent(updatedAt, updated_at)
  return updateAnswer(tx, id, toAnswerFields({ ...stored, ...values })).catch(
    refuseTaken('prepared_answers_title', createTitleError),
  )
}
