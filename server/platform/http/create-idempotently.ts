import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ExpressionBuilder } from 'kysely'
import { Type } from 'typebox'
import type { Db, DbOrTx, Tx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { prepareReadQuery, prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { PortalError } from '../errors.ts'
import { runInTransaction, type TransactionContext } from '../platform-context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True for routes whose handler uses `createIdempotently`. A call with an `Idempotency-Key` can then be
     * repeated safely.
     */
    repeatable?: true
  }
}

export const CREATE_ROUTE = { makesRecord: true, repeatable: true } as const

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Chosen by the caller for each record. Sent again within a day, it answers the same record.',
    }),
  ),
})

/**
 * Creates a record and reads it in the same transaction. `prepare` checks the body and returns the function
 * that creates the record. If a caller repeats a call with the same `Idempotency-Key`, only one record is
 * created (rules 14.12): a second call waits for the first one and returns its record. Throws `keyReused`
 * (422) if the key was used with another body.
 */
export async function createIdempotently<Result>(
  services: TransactionContext,
  request: FastifyRequest,
  prepare: () => CreateRecord<Result> | Promise<CreateRecord<Result>>,
  findResult: (db: DbOrTx, id: number) => Promise<Result>,
): Promise<Result> {
  const call = toIdempotentCall(request)
  const existingId = call && (await findCreatedId(services.db, call))
  if (existingId) return findResult(services.db, existingId)
  const create = await prepare()
  return runInTransaction(services, async (tx) => {
    const createResult = await (call ? createWithKey(tx, call, create) : create(tx))
    return typeof createResult === 'number' ? findResult(tx, createResult) : createResult.record
  })
}

/**
 * Function that creates the record. Returns its id, or both id and record if the record need not be read
 * again.
 */
export type CreateRecord<Result> = (tx: Tx) => Promise<CreateResult<Result>>
type CreateResult<Result> = number | { readonly id: number; readonly record: Result }

/**
 * Creates the record of a call with a key. Inserts the key first, so that a simultaneous second call waits
 * until the first one is committed.
 */
async function createWithKey<Result>(
  tx: Tx,
  call: IdempotentCall,
  create: CreateRecord<Result>,
): Promise<CreateResult<Result>> {
  const claimedRows = await claimKey(tx, call)
  const existingId = claimedRows.length === 0 && (await findCreatedId(tx, call))
  if (existingId) return existingId
  const createResult = await create(tx)
  await setCreatedId(tx, { ...call, id: typeof createResult === 'number' ? createResult : createResult.id })
  return createResult
}

type IdempotentCall = NonNullable<ReturnType<typeof toIdempotentCall>>

function toIdempotentCall({ actor, headers, method, routeOptions, body }: FastifyRequest) {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new PortalError('badRequest')
  return {
    area: actor.area,
    accountId: actor.id,
    call: `${method} ${routeOptions.url ?? ''}`,
    key,
    bodySha: hash('sha256', JSON.stringify(body ?? null), 'buffer'),
  }
}

const buildCallCondition = (
  row: ExpressionBuilder<DB, 'idempotency_keys'>,
  { area, accountId, call, key }: KeyColumns,
) => row.and({ area, account_id: accountId, call, key })
type KeyColumns = Placeholders<Pick<IdempotentCall, 'area' | 'accountId' | 'call' | 'key'>>

const findKey = prepareReadQuery((db, call: Placeholders<IdempotentCall>) =>
  db
    .selectFrom('idempotency_keys')
    .select(['body_sha', 'record_id'])
    .where((row) => buildCallCondition(row, call)),
)

async function findCreatedId(db: DbOrTx, call: IdempotentCall): Promise<number | null> {
  const [keyRow] = await findKey(db, call)
  if (keyRow && !keyRow.body_sha.equals(call.bodySha)) throw new PortalError('keyReused')
  return keyRow?.record_id ?? null
}

const claimKey = prepareQuery((db, { area, accountId, call, key, bodySha }: Placeholders<IdempotentCall>) =>
  db
    .insertInto('idempotency_keys')
    .values({ area, account_id: accountId, call, key, body_sha: bodySha })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key'),
)

const setCreatedId = prepareQuery((db, createdCall: Placeholders<IdempotentCall & { id: number }>) =>
  db
    .updateTable('idempotency_keys')
    .set({ record_id: createdCall.id })
    .where((row) => buildCallCondition(row, createdCall)),
)

export async function removeOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', secondsAgo(24 * 3600))
    .execute()
}
