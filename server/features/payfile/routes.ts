import { Type, type Static } from 'typebox'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { createPageAnswer } from '#platform/http/list-query.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { streamRows } from '#platform/http/stream-rows.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { ListOf, oneOf } from '@tahanan/contract/answers.ts'
import {
  PayfileCopyRow,
  NextPayfileBatch,
  PayfileBatch,
  PayfileContents,
  PayfileRow,
} from '@tahanan/contract/billing/answers.ts'
import { PageQuery } from '@tahanan/contract/requests.ts'
import { countChosenPayments } from './count-chosen-payments.ts'
import { choosePayments, PaymentChoice } from './payment-choice.ts'
import { streamCopiedRows } from './record-copied-payments.ts'
import { listBatchRows, closeBatch, findBatch, listBatches, findNextBatch } from './repository.ts'

/** Registers the calls for the Payfile, the export of payments for the accounting system (rules 16.12). */
export function payfileRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const requireBatch = async (from: DbOrTx, number: number) => {
    const batch = requireFound(await findBatch(from, number))
    return { ...batch, data: await listBatchRows(from, number, config.communityTimeZone) }
  }

  app.get('/payfile-batches', {
    config: { policy: allowAdmins(['payments', 'view']) },
    schema: {
      summary: 'The closed Payfile batches, newest first, and what the next would hold',
      querystring: PageQuery,
      response: {
        200: Type.Object({
          ...ListOf(PayfileBatch).properties,
          next: NextPayfileBatch,
        }),
      },
    },
    handler: async ({ query }) => {
      const { ids, ...next } = await findNextBatch(db)
      const batches = await createPageAnswer(query, (page) => listBatches(db, page))
      return { ...batches, next: { rows: ids.length, ...next } }
    },
  })

  app.get('/payfile-batch/:number', {
    config: { policy: allowAdmins(['payments', 'view']) },
    schema: {
      summary: 'A closed batch with its rows of Payfile.csv',
      params: Type.Object({ number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
      response: { 200: BatchWithRows },
    },
    handler: ({ params }) => requireBatch(db, params.number),
  })

  app.post('/payfile-batch', {
    config: { ...CREATE_ROUTE, policy: allowAdmins(['payments', 'posted']) },
    schema: {
      summary: 'Close a batch of what is posted and not yet exported',
      body: Type.Unsafe<Static<typeof NewBatch> | null>({ ...NewBatch, type: ['object', 'null'] }),
      response: { 201: BatchWithRows },
    },
    handler: async (request, reply) => {
      const { actor, body } = request
      const payments = body?.payments && choosePayments(body.payments, actor, config.communityTimeZone)
      const prepareBatch = () => (tx: Tx) => closeBatch(tx, actor.id, { ...body, payments })
      return reply.code(201).send(await createIdempotently(services, request, prepareBatch, requireBatch))
    },
  })

  app.post('/payfile-contents', {
    config: { policy: allowAdmins(['payments', 'view']) },
    schema: {
      summary: 'What chosen payments hold, before they are exported; nothing is changed',
      body: PaymentChoice,
      response: { 200: PayfileContents },
    },
    handler: ({ actor, body }) =>
      countChosenPayments(db, choosePayments(body, actor, config.communityTimeZone)),
  })

  app.post('/payfile-copy', {
    config: { policy: allowAdmins(['payments', 'view']) },
    schema: {
      summary: 'A copy of chosen payments with their reversals, which closes no batch and is remembered',
      body: Type.Object({
        payments: PaymentChoice,
        content: oneOf(['posted', 'all'], { description: 'The posted ones, or those of every status' }),
      }),
      response: { 200: Type.Object({ data: Type.Array(PayfileCopyRow) }) },
    },
    handler: async ({ actor, body: { payments, content } }, reply) => {
      const timeZone = config.communityTimeZone
      const choice = choosePayments(payments, actor, timeZone)
      const rows = streamCopiedRows(services, actor.id, choice, { content, timeZone })
      return streamRows(reply, rows, (row) => row)
    },
  })
}

const NewBatch = Type.Object({
  payments: Type.Optional(PaymentChoice),
  confirmCopied: Type.Optional(
    Type.Boolean({
      description: 'Rows that were in a copy before are wanted again; without it 409 `copiedBefore`',
    }),
  ),
})
const BatchWithRows = Type.Object({ ...PayfileBatch.properties, data: Type.Array(PayfileRow) })
