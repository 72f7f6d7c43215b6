import { endTokens } from '#features/sessions/passwords/account-tokens.ts'
import { endSessions } from '#features/sessions/sessions.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { PortalError, invalidInput, notFound } from '#platform/errors.ts'
import { moveFiles } from '#platform/files/ownership.ts'
import { requireCurrent } from '#platform/last-seen.ts'
import { tell } from '#platform/realtime/outbox.ts'
import { nextClientCode } from './client-code.ts'
import type { TenantBody, TenantFields } from './tenant-body.ts'

/** Type of the tenants that the office adds (rules 3.2). */
const OFFICE_TYPE = 3

/** An edit, and whether its caller gave the own password again: a new password or e-mail address opens the account. */
type ConfirmedChange = TenantBody & { readonly confirmed: boolean }

/**
 * Adds a tenant (rules 3.2: type 3, status 1). Without a client code one is made; a taken one is 400 at
 * `clientCode`. Without a password nobody can log in yet. Answers the id.
 */
export async function addTenant(
  tx: Tx,
  actor: AdminActor,
  { fields, passwordHash }: TenantBody,
): Promise<number> {
  const insert = async (clientCode: string) =>
    tx
      .insertInto('tenants')
      .values({
        ...fields,
        client_code: clientCode,
        password_hash: passwordHash ?? null,
        password_given: passwordHash !== undefined,
        type: OFFICE_TYPE,
        status: 1,
        post_by_id: actor.id,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()

  let added = fields.client_code === undefined ? undefined : await insert(fields.client_code)
  if (fields.client_code === undefined) while (!added) added = await insert(await nextClientCode(tx))
  if (!added) throw takenCode()
  await moveFiles(tx, actor, ownerOf(added.id), {}, { image: [fields.image ?? null] })
  await tell(tx, 'record', { kind: 'tenant', id: added.id })
  return added.id
}

/**
 * Changes what the body names. A new password ends the tenant's sessions and mailed links at once, another e-mail address
 * the links (rules 3.5); both need a confirmation. Throws 404, `confirmationNeeded` (403), 409 where the body names an older
 * `updated_at`, 400 for a taken client code. A change of nothing writes nothing.
 */
export async function changeTenant(
  tx: Tx,
  actor: AdminActor,
  id: number,
  { fields, passwordHash, updatedAt, confirmed }: ConfirmedChange,
): Promise<void> {
  const before = await lockTenant(tx, id)
  requireCurrent(updatedAt, before.updated_at)
  const changed = Object.entries(fields).filter(
    ([column, value]) => before[column as keyof typeof before] !== value,
  )
  if (changed.length === 0 && passwordHash === undefined) return

  const after = Object.fromEntries(changed) as TenantFields
  const opensAccount = passwordHash !== undefined || after.email !== undefined
  if (opensAccount && !confirmed) throw new PortalError('confirmationNeeded')
  await tx
    .updateTable('tenants')
    .set({
      ...after,
      ...(passwordHash !== undefined && { password_hash: passwordHash, password_given: true }),
      updated_at: CLOCK,
    })
    .where('id', '=', id)
    .execute()
    .catch(explainTakenCode)
  if (after.image !== undefined)
    await moveFiles(tx, actor, ownerOf(id), { image: [before.image] }, { image: [after.image] })
  if (passwordHash !== undefined) await endSessions(tx, 'client', id)
  if (opensAccount) await endTokens(tx, 'client', id)
  await tell(tx, 'record', { kind: 'tenant', id })
  await tell(tx, 'account', { area: 'client', id })
}

/**
 * Deletes a tenant softly: sessions and links end at once, the client code is free again, and tickets, statements and payments
 * stay readable to the office with the tenant's name and code. Throws 404.
 */
export async function deleteTenant(tx: Tx, id: number): Promise<void> {
  await lockTenant(tx, id)
  await tx.updateTable('tenants').set({ status: 0, updated_at: CLOCK }).where('id', '=', id).execute()
  await endSessions(tx, 'client', id)
  await endTokens(tx, 'client', id)
  await tell(tx, 'record', { kind: 'tenant', id })
}

/** Locks a living tenant until the transaction ends. Throws 404. */
export function lockTenant(tx: Tx, id: number) {
  return tx
    .selectFrom('tenants')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 0)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
}

const ownerOf = (id: number) => ({ kind: 'tenant', id })

const takenCode = () => invalidInput({ clientCode: ['This client code is taken already.'] })

function explainTakenCode(error: unknown): never {
  if ((error as { code?: string }).code === '23505') throw takenCode()
  throw error
}
