import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ExpressionBuilder } from 'kysely'
import { Type } from 'typebox'
import type { Db, DbOrTx, Tx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { prepareRead, prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { PortalError } from '../errors.ts'
import { change, type Changing } from '../services.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True if a call with an `Idempotency-Key` can be repeated safely, because its handler uses `createOnce`.
     */
    repeatable?: true
  }
}

export const CREATING = { makesRecord: true, repeatable: true } as const

export const RepeatHeaders = Type.Object({
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
 * that creates the record. Repeated calls of a caller with the same `Idempotency-Key` create only one record
 * (rules 14.12): a simultaneous second call waits and returns the record of the first. Throws `keyReused`
 * (422) if the key was used with another body.
 */
export async function createOnce<Result>(
  services: Changing,
  request: FastifyRequest,
  prepare: () => Create<Result> | Promise<Create<Result>>,
  read: (db: DbOrTx, id: number) => Promise<Result>,
): Promise<Result> {
  const call = toKeyedCall(request)
  const made = call && (await findMade(services.db, call))
  if (made) return read(services.db, made)
  const create = await prepare()
  return change(services, async (tx) => {
    const created = await (call ? createKeyed(tx, call, create) : create(tx))
    return typeof created === 'number' ? read(tx, created) : created.record
  })
}

/** Creates a record. Returns its id, or both id and record if the record need not be read again. */
export type Create<Result> = (tx: Tx) => Promise<Created<Result>>
type Created<Result> = number | { readonly id: number; readonly record: Result }

/**
 * Creates a record with an idempotency key. The key is inserted first, so that a simultaneous second call
 * waits until the first one is committed.
 */
async function createKeyed<Result>(
  tx: Tx,
  call: KeyedCall,
  create: Create<Result>,
): Promise<Created<Result>> {
  const claimed = await claimKey(tx, call)
  const made = claimed.length === 0 && (await findMade(tx, call))
  if (made) return made
  const created = await create(tx)
  await setRecord(tx, { ...call, id: typeof created === 'number' ? created : created.id })
  return created
}

type KeyedCall = NonNullable<ReturnType<typeof toKeyedCall>>

function toKeyedCall({ actor, headers, method, routeOptions, body }: FastifyRequest) {
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

const matchesCall = (
  row: ExpressionBuilder<DB, 'idempotency_keys'>,
  { area, accountId, call, key }: KeyColumns,
) => row.and({ area, account_id: accountId, call, key })
type KeyColumns = Placeholders<Pick<KeyedCall, 'area' | 'accountId' | 'call' | 'key'>>

const findKey = prepareRead((db, call: Placeholders<KeyedCall>) =>
  db
    .selectFrom('idempotency_keys')
    .select(['body_sha', 'record_id'])
    .where((row) => matchesCall(row, call)),
)

async function findMade(db: DbOrTx, call: KeyedCall): Promise<number | null> {
  const [found] = await findKey(db, call)
  if (found && !found.body_sha.equals(call.bodySha)) throw new PortalError('keyReused')
  return found?.record_id ?? null
}

const claimKey = prepareQuery((db, { area, accountId, call, key, bodySha }: Placeholders<KeyedCall>) =>
  db
    .insertInto('idempotency_keys')
    .values({ area, account_id: accountId, call, key, body_sha: bodySha })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key'),
)

const setRecord = prepareQuery((db, made: Placeholders<KeyedCall & { id: number }>) =>
  db
    .updateTable('idempotency_keys')
    .set({ record_id: made.id })
    .where((row) => matchesCall(row, made)),
)

export async function removeOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', secondsAgo(24 * 3600))
    .execute()
}
