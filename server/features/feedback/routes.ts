import { Type } from 'typebox'
import type { Tx } from '#platform/db/client.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { ListOf } from '@tahanan/contract/answers.ts'
import { Feedback } from '@tahanan/contract/feedback/answers.ts'
import { feedbackForm } from '@tahanan/contract/feedback/feedback-form.ts'
import { ListQuery, createSortedCsvQuery, createSortParam } from '@tahanan/contract/requests.ts'
import { DATE_SORTS } from '@tahanan/contract/sorting.ts'
import { streamFeedbackForCsv, insertFeedback, listFeedback, type FeedbackRow } from './repository.ts'

export function feedbackRoutes(app: PortalApp, services: PlatformContext): void {
  app.post('/feedback', {
    config: {
      policy: { areas: ['client'] },
      documentedBody: toFormSchema(feedbackForm, 'create'),
      ...CREATE_ROUTE,
    },
    schema: {
      summary: 'Say how content one is',
      body: AnyBody,
      response: { 201: Type.Object({ id: Type.Integer() }) },
    },
    handler: async (request, reply) => {
      const { actor, body } = request
      const prepareFeedback = () => {
        const timeZone = services.config.communityTimeZone
        const { values } = parseFormBody(feedbackForm, body, {
          action: 'create',
          writer: 'resident',
          timeZone,
        })
        const [rate, message] = [Number(values.rate), String(values.message ?? '')]
        return (tx: Tx) => insertFeedback(tx, { tenant_id: actor.id, rate, message })
      }
      const createdFeedback = await createIdempotently(services, request, prepareFeedback, (_, id) =>
        Promise.resolve({ id }),
      )
      return reply.code(201).send(createdFeedback)
    },
  })

  app.get('/feedbacks', {
    config: { policy: { areas: ['admin'], permission: [['feedbacks', 'view']] } },
    schema: {
      summary: 'List feedback',
      querystring: Type.Object({
        ...Type.Omit(ListQuery, ['status']).properties,
        sort: createSortParam(DATE_SORTS),
      }),
      response: { 200: ListOf(Feedback) },
    },
    handler: async ({ query }) => {
      const page = toPage(query)
      return listAnswer(page, await listFeedback(services.db, page), presentFeedback)
    },
  })

  app.get('/feedbackIds', {
    config: { policy: { areas: ['admin'], permission: [['feedbacks', 'view']] } },
    schema: {
      summary: 'Chosen feedback, or all of a search, for the CSV',
      querystring: createSortedCsvQuery(DATE_SORTS),
      response: { 200: Type.Object({ data: Type.Array(Feedback) }) },
    },
    handler: async ({ query }, reply) =>
      streamRows(reply, streamFeedbackForCsv(services.db, query), presentFeedback),
  })
}

const presentFeedback = ({ uoccname, email, ...row }: FeedbackRow) => ({
  ...row,
  tenant: { uoccname, email },
})
