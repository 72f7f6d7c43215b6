import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db, DbOrTx, Tx } from '../db/client.ts'
import { secondsAgo } from '../db/clock.ts'
import { PortalError } from '../errors.ts'
import { changeAndRead } from '../services.ts'
import type { Changing } from '../services.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A create that is safe to repeat by its `Idempotency-Key` (`createOnce`). */
    repeatable?: true
  }
}

/** The header of a repeatable create, for the API document. */
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
 * Creates a record, and reads it in the same transaction. With an `Idempotency-Key` the same call of the same caller creates it
 * once, also when both arrive together (rules 14.12): the second waits and reads what the first made. `prepare` checks the body
 * and returns the change, which returns the record's id. Throws `keyReused` (422) where the key came with another body.
 */
export async function createOnce<Result>(
  services: Changing,
  request: FastifyRequest,
  prepare: () => Promise<(tx: Tx) => Promise<number>>,
  read: (db: DbOrTx, id: number) => Promise<Result>,
): Promise<Result> {
  const call = keyedCall(request)
  const made = call && (await findMade(services.db, call))
  if (made) return read(services.db, made)
  const create = await prepare()
  return changeAndRead(services, (tx) => (call ? claim(tx, call, create) : create(tx)), read)
}

type KeyedCall = NonNullable<ReturnType<typeof keyedCall>>

function keyedCall({ actor, headers, method, routeOptions, body }: FastifyRequest) {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new PortalError('badRequest')
  return {
    area: actor.area,
    account_id: actor.id,
    call: `${method} ${routeOptions.url ?? ''}`,
    key,
    body_sha: hash('sha256', JSON.stringify(body ?? null), 'buffer'),
  }
}

async function findMade(db: DbOrTx, { body_sha, ...which }: KeyedCall): Promise<number | null> {
  const made = db.selectFrom('idempotency_keys').select(['body_sha', 'record_id'])
  const found = await made.where((row) => row.and(which)).executeTakeFirst()
  if (found && !found.body_sha.equals(body_sha)) throw new PortalError('keyReused')
  return found?.record_id ?? null
}

/** Claims the key first, so that of two calls at once the second waits here until the first is committed. */
async function claim(tx: Tx, call: KeyedCall, create: (tx: Tx) => Promise<number>): Promise<number> {
  const { body_sha: _, ...which } = call
  const claimed = tx.insertInto('idempotency_keys').values(call)
  await claimed.onConflict((conflict) => conflict.doNothing()).execute()
  const made = await findMade(tx, call)
  if (made) return made
  const id = await create(tx)
  const key = tx.updateTable('idempotency_keys').set({ record_id: id })
  await key.where((row) => row.and(which)).execute()
  return id
}

/** Removes keys that are older than a day. */
export async function removeOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', secondsAgo(24 * 3600))
    .execute()
}
