import { ListOf } from '@tahanan/contract/answers.ts'
import { PayfileBatch, PayfileRow } from '@tahanan/contract/billing/answers.ts'
import { PageQuery } from '@tahanan/contract/requests.ts'
import { Type } from 'typebox'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import { requireFound } from '../../../platform/errors.ts'
import { createOnce, CREATING } from '../../../platform/http/create-once.ts'
import { answerPage } from '../../../platform/http/list-query.ts'
import { adminsWith } from '../../../platform/http/policy.ts'
import type { PortalApp } from '../../../platform/http/portal-app.ts'
import type { Services } from '../../../platform/services.ts'
import { batchRows, closeBatch, findBatch, listBatches, nextBatch } from './repository.ts'

/** Calls of Payfile batches (rules 16.12). */
export function payfileRoutes(app: PortalApp, services: Services): void {
  const { db, config } = services
  const read = async (from: DbOrTx, number: number) => {
    const batch = requireFound(await findBatch(from, number))
    return { ...batch, data: await batchRows(from, number, config.communityTimeZone) }
  }

  app.get('/payfile-batches', {
    config: { policy: adminsWith(['payments', 'view']) },
    schema: {
      summary: 'The closed Payfile batches, newest first, and what the next would hold',
      querystring: PageQuery,
      response: {
        200: Type.Object({
          ...ListOf(PayfileBatch).properties,
          next: Type.Pick(PayfileBatch, ['rows', 'amount']),
        }),
      },
    },
    handler: async ({ query }) => {
      const { ids, amount } = await nextBatch(db)
      const batches = await answerPage(query, (page) => listBatches(db, page))
      return { ...batches, next: { rows: ids.length, amount } }
    },
  })

  app.get('/payfile-batch/:number', {
    config: { policy: adminsWith(['payments', 'view']) },
    schema: {
      summary: 'A closed batch with its rows of Payfile.csv',
      params: Type.Object({ number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
      response: { 200: BatchWithRows },
    },
    handler: ({ params }) => read(db, params.number),
  })

  app.post('/payfile-batch', {
    config: { ...CREATING, policy: adminsWith(['payments', 'posted']) },
    schema: {
      summary: 'Close a batch of what is posted and not yet exported',
      response: { 201: BatchWithRows },
    },
    handler: async (request, reply) => {
      const prepare = () => Promise.resolve((tx: Tx) => closeBatch(tx, request.actor.id))
      return reply.code(201).send(await createOnce(services, request, prepare, read))
    },
  })
}

const BatchWithRows = Type.Object({ ...PayfileBatch.properties, data: Type.Array(PayfileRow) })
