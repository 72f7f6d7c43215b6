import { deleteDeliveryChoices } from '#features/delivery-choices/repository.ts'
import { endPassesOfTenant } from '#features/passes/changes.ts'
import { endTokens } from '#features/sessions/passwords/create-token.ts'
import { endSessions } from '#features/sessions/sessions.ts'
import type { AdminActor, ResidentActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { onUniqueViolation } from '#platform/db/on-unique-violation.ts'
import { PortalError, createInvalidInputError } from '#platform/errors.ts'
import { moveFiles } from '#platform/files/claim-files.ts'
import { parseFormBody } from '#platform/http/form-body.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { profileForm } from '@tahanan/contract/billing/tenant.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { insertTenant, lockTenant, claimClientCode, updateTenant } from './repository.ts'
import type { TenantBody, TenantFields } from './tenant-body.ts'

// Value of the column `type` for tenants that the office adds (rules 3.2).
const OFFICE_TYPE = 3

/**
 * Change of a tenant by the office. A new password or e-mail address gives access to the account, so the
 * administrator's session must be confirmed.
 */
type ConfirmedChange = TenantBody & { readonly isConfirmed: boolean }

/**
 * Adds an active tenant of the type `OFFICE_TYPE` (rules 3.2) and returns its id. Without a client code,
 * generates one. Throws 400 at `clientCode` if the code is in use. Without a password the tenant cannot log
 * in yet.
 */
export async function addTenant(
  tx: Tx,
  actor: AdminActor,
  { fields, passwordHash }: TenantBody,
): Promise<number> {
  const insertWithCode = (clientCode: string) =>
    insertTenant(tx, {
      ...fields,
      client_code: clientCode,
      password_hash: passwordHash ?? null,
      password_given: passwordHash !== undefined,
      type: OFFICE_TYPE,
      status: RECORD_STATUS.active,
      post_by_id: actor.id,
    })

  let insertedTenant = fields.client_code === undefined ? undefined : await insertWithCode(fields.client_code)
  if (fields.client_code === undefined)
    while (!insertedTenant) insertedTenant = await insertWithCode(await claimClientCode(tx))
  if (!insertedTenant) throw createCodeTakenError()
  await moveFiles(tx, actor, toFileOwner(insertedTenant.id), {}, { image: [fields.image ?? null] })
  await publishEvent(tx, 'record', { kind: 'tenant', id: insertedTenant.id })
  return insertedTenant.id
}

/**
 * Changes a tenant. A new password ends the tenant's sessions and mailed links; a new e-mail address ends
 * only the links (rules 3.5). Both need a confirmed session. Throws 404, `confirmationNeeded` (403), 409 for
 * an outdated `updated_at`, and 400 if the client code is in use. Writes nothing if no value differs.
 */
export async function changeTenant(
  tx: Tx,
  actor: AdminActor,
  id: number,
  { fields, passwordHash, updatedAt, isConfirmed }: ConfirmedChange,
): Promise<void> {
  const tenantBefore = await lockTenant(tx, id)
  requireNotOutdated(updatedAt, tenantBefore.updated_at)
  const changedFields = Object.entries(fields).filter(
    ([column, value]) => tenantBefore[column as keyof typeof tenantBefore] !== value,
  )
  if (changedFields.length === 0 && passwordHash === undefined) return

  const changedColumns = Object.fromEntries(changedFields) as TenantFields
  const isCredentialChange = passwordHash !== undefined || changedColumns.email !== undefined
  if (isCredentialChange && !isConfirmed) throw new PortalError('confirmationNeeded')
  const password = passwordHash !== undefined && { password_hash: passwordHash, password_given: true }
  await updateTenant(tx, id, { ...changedColumns, ...password }).catch(
    onUniqueViolation('tenants_client_code', createCodeTakenError),
  )
  if (changedColumns.image !== undefined)
    await moveFiles(
      tx,
      actor,
      toFileOwner(id),
      { image: [tenantBefore.image] },
      { image: [changedColumns.image] },
    )
  if (passwordHash !== undefined) await endSessions(tx, 'client', id)
  if (isCredentialChange) await endTokens(tx, 'client', id)
  await publishEvent(tx, 'record', { kind: 'tenant', id })
  await publishEvent(tx, 'account', { area: 'client', id })
}

/**
 * Changes a resident's own profile: only the social media account and the image (rules 3.9). The image is a
 * list of one file or a file key; an empty image removes it. Throws 400, and 409 for an outdated
 * `updated_at`. Writes nothing if no value differs.
 */
export async function changeProfile(
  tx: Tx,
  actor: ResidentActor,
  body: Readonly<Details>,
  timeZone: string,
): Promise<void> {
  const { values, updatedAt } = parseFormBody(profileForm, body, {
    action: 'update',
    writer: 'resident',
    timeZone,
  })
  const tenantBefore = await lockTenant(tx, actor.id)
  requireNotOutdated(updatedAt, tenantBefore.updated_at)
  const profileAfter = {
    account:
      values.socialMediaAccount === undefined ? tenantBefore.social_media_account : toAccountText(values),
    image: values.image === undefined ? tenantBefore.image : ((values.image as FileRef[])[0]?.url ?? null),
  }
  if (profileAfter.account === tenantBefore.social_media_account && profileAfter.image === tenantBefore.image)
    return
  await updateTenant(tx, actor.id, { social_media_account: profileAfter.account, image: profileAfter.image })
  await moveFiles(
    tx,
    actor,
    toFileOwner(actor.id),
    { image: [tenantBefore.image] },
    { image: [profileAfter.image] },
  )
  await publishEvent(tx, 'account', { area: 'client', id: actor.id })
}

/**
 * Deletes a tenant: ends sessions, links and gate passes, and makes the client code free again. The office
 * still sees the tenant's tickets, statements and payments with the tenant's name and code. Throws 404.
 */
export async function deleteTenant(tx: Tx, id: number): Promise<void> {
  await lockTenant(tx, id)
  await updateTenant(tx, id, { status: RECORD_STATUS.deleted })
  await endSessions(tx, 'client', id)
  await endTokens(tx, 'client', id)
  await deleteDeliveryChoices(tx, { area: 'client', id })
  await endPassesOfTenant(tx, id)
  await publishEvent(tx, 'record', { kind: 'tenant', id })
}

const toFileOwner = (id: number) => ({ kind: 'tenant', id })

const toAccountText = ({ socialMediaAccount }: Details): string => (socialMediaAccount as string | null) ?? ''

const createCodeTakenError = () =>
  createInvalidInputError({ clientCode: ['This client code is taken already.'] })
