import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { deleteDeliveryChoices } from '#features/delivery-choices/repository.ts'
import { deleteAdminViews } from '#features/list-views/repository.ts'
import { endTokens } from '#features/sessions/passwords/create-token.ts'
import { getNewPasswordError } from '#features/sessions/passwords/get-new-password-error.ts'
import { clearCodeFailures } from '#features/sessions/second-factor/code-attempts.ts'
import { removeSecondFactor } from '#features/sessions/second-factor/second-factor.ts'
import { endSessions } from '#features/sessions/sessions.ts'
import { createMissingPermissionError, type Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { onUniqueViolation } from '#platform/db/on-unique-violation.ts'
import { PortalError, createInvalidInputError, requireFound } from '#platform/errors.ts'
import { hashPassword } from '#platform/hash-password.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { rolesAllow, type RoleEntry } from '@tahanan/contract/permissions.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'
import {
  checkRoles,
  completeRoles,
  requireRemainingManager,
  requireOwnPermissions,
  requireNoBroaderRoles,
} from './access.ts'
import type { AdminChange, NewAdmin } from './admin-change.ts'
import {
  insertAdmin,
  lockAdmins,
  removeAdmin,
  updateAdmin,
  type AdminFields,
  type AdminRow,
} from './repository.ts'

/**
 * Creates an administrator and returns the id. Without `roles` they have no permissions (rules 2.10). Throws
 * 400 with errors by field, for example if another account has the e-mail address. Throws 403 for roles that
 * the caller may not give.
 */
export async function addAdmin(
  services: PlatformContext,
  actor: Actor,
  input: Static<typeof NewAdmin>,
): Promise<number> {
  await requireValidChange(input)
  const password_hash = await hashPassword(input.password)
  return runInTransaction(services, async (tx) => {
    const { ownRoles } = await lockAdminsAndOwnRoles(tx, actor)
    if (ownRoles) requireFlag(ownRoles, 'add')
    const roles = input.roles ? completeRoles(input.roles) : []
    if (ownRoles && input.roles) {
      requireFlag(ownRoles, 'manageAccess')
      requireOwnPermissions(ownRoles, [], roles)
    }
    const { name = '', email = '', ...names } = toAdminFields(input)
    const addedId = await insertAdmin(tx, { name, email, ...names, password_hash, roles }).catch(
      rejectTakenEmail,
    )
    await publishEvent(tx, 'administrator', { id: addedId })
    return addedId
  })
}

/**
 * Changes the fields of an administrator (needs `utilities.edit`) and their roles (needs
 * `utilities.manageAccess`). A new password or the removal of two-step login ends the administrator's
 * sessions. A new password also clears the count of wrong codes (rules 1.30). Only the super-administrator
 * may remove two-step login. Throws 400 with errors by field, 403 for missing permissions (see `access.ts`),
 * 404, and 409 if the row changed after `updatedAt` or if nobody could manage access afterwards.
 */
export async function changeAdmin(
  services: PlatformContext,
  actor: Actor,
  id: number,
  input: AdminChange,
  updatedAt: Date | undefined,
): Promise<void> {
  await requireValidChange(input)
  const password_hash = input.password ? await hashPassword(input.password) : undefined

  await runInTransaction(services, async (tx) => {
    const { allAdmins, ownRoles } = await lockAdminsAndOwnRoles(tx, actor)
    const row = requireFound(allAdmins.find((admin) => admin.id === id))
    requireNotOutdated(updatedAt, row.updated_at)
    const fields: AdminFields = {
      ...getChangedFields(row, toAdminFields(input)),
      ...(password_hash && { password_hash }),
    }
    const newRoles = getChangedRoles(row, input.roles)
    const factorRemoved = isSecondFactorRemoved(actor, row, input.secondFactor)
    if (ownRoles) requireChangePermissions({ actor, ownRoles, allAdmins }, row, fields, newRoles)
    if (Object.keys(fields).length === 0 && !newRoles && !factorRemoved) return

    if (Object.keys(fields).length > 0 || newRoles)
      await updateAdmin(tx, id, { ...fields, roles: newRoles }).catch(rejectTakenEmail)
    if (factorRemoved) await removeSecondFactor(tx, { area: 'admin', id })
    const ownSession = actor.area === 'admin' && actor.id === id ? actor.sessionId : undefined
    if (password_hash || factorRemoved) await endSessions(tx, 'admin', id, ownSession)
    // Wrong codes are counted by email address, and the new one may have a count of an earlier account.
    if (password_hash)
      for (const email of new Set([row.email, fields.email ?? row.email]))
        await clearCodeFailures(tx, 'admin', email)
    // Makes links in earlier mails invalid. They were sent to the old address, or could replace the new
    // password.
    if (password_hash || fields.email !== undefined) await endTokens(tx, 'admin', id)
    await publishEvent(tx, 'account', { area: 'admin', id })
    await publishEvent(tx, 'administrator', { id })
  })
}

/**
 * Marks an administrator as deleted: records still show their name, and another account can use the e-mail
 * address. Throws 403 for the caller's own account or if the administrator has permissions that the caller
 * lacks, 404, and 409 if nobody could manage access afterwards.
 */
export async function deleteAdmin(services: PlatformContext, actor: Actor, id: number): Promise<void> {
  await runInTransaction(services, async (tx) => {
    const { allAdmins, ownRoles } = await lockAdminsAndOwnRoles(tx, actor)
    const row = requireFound(allAdmins.find((admin) => admin.id === id))
    if (ownRoles) {
      requireFlag(ownRoles, 'delete')
      if (actor.id === id) throw new PortalError('ownAccount')
      requireNoBroaderRoles(ownRoles, row)
      requireRemainingManager(allAdmins, row, null)
    }
    await removeAdmin(tx, id)
    await deleteAdminViews(tx, id)
    await deleteDeliveryChoices(tx, { area: 'admin', id })
    await endSessions(tx, 'admin', id)
    await endTokens(tx, 'admin', id)
    await publishEvent(tx, 'administrator', { id })
  })
}

/**
 * Locks all administrators. Also returns the caller's current roles, because they may have changed while the
 * call waited for the lock; null for the super-administrator.
 */
async function lockAdminsAndOwnRoles(
  tx: Tx,
  actor: Actor,
): Promise<{ allAdmins: AdminRow[]; ownRoles: RoleEntry[] | null }> {
  const lockedAdmins = await lockAdmins(tx)
  if (actor.area !== 'admin') return { allAdmins: lockedAdmins, ownRoles: null }
  const ownAdmin = lockedAdmins.find(({ id }) => id === actor.id)
  if (!ownAdmin) throw new PortalError('noSession')
  requireFlag(ownAdmin.roles, 'userAccessDefinition')
  return { allAdmins: lockedAdmins, ownRoles: ownAdmin.roles }
}

interface CallerRoles {
  readonly actor: Actor
  readonly ownRoles: readonly RoleEntry[]
  readonly allAdmins: readonly AdminRow[]
}

function requireChangePermissions(
  { actor, ownRoles, allAdmins }: CallerRoles,
  row: AdminRow,
  fields: AdminFields,
  roles: readonly RoleEntry[] | undefined,
): void {
  if (Object.keys(fields).length > 0) requireFlag(ownRoles, 'edit')
  if (roles) requireFlag(ownRoles, 'manageAccess')
  const isLoginChanged = fields.email !== undefined || fields.password_hash !== undefined
  if (isLoginChanged && actor.id !== row.id) requireNoBroaderRoles(ownRoles, row)
  if (!roles) return
  requireOwnPermissions(ownRoles, row.roles, roles)
  requireRemainingManager(allAdmins, row, roles)
}

function requireFlag(ownRoles: readonly RoleEntry[], flag: string): void {
  if (!rolesAllow(ownRoles, 'utilities', flag)) throw createMissingPermissionError('utilities', flag)
}

function toAdminFields({ name, firstName, lastName, email }: AdminChange) {
  return {
    name: name && toOneLine(name),
    firstName: firstName && toOneLine(firstName),
    lastName: lastName && toOneLine(lastName),
    email: email && toOneLine(email),
  } satisfies AdminFields
}

function isSecondFactorRemoved(actor: Actor, row: AdminRow, input: boolean | undefined): boolean {
  if (input === undefined || input === row.secondFactor) return false
  if (input)
    throw createInvalidInputError({ secondFactor: ['Only they themselves can turn two-step login on.'] })
  if (actor.area !== 'super-admin') throw new PortalError('superAdministratorOnly')
  return true
}

function getChangedFields(row: AdminRow, fields: ReturnType<typeof toAdminFields>): AdminFields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => value !== undefined && value !== row[field as keyof typeof fields],
    ),
  )
}

function getChangedRoles(row: AdminRow, input: AdminChange['roles']): RoleEntry[] | undefined {
  if (!input || isDeepStrictEqual(input, row.roles)) return undefined
  const roles = completeRoles(input)
  return isDeepStrictEqual(roles, row.roles) ? undefined : roles
}

async function requireValidChange(input: AdminChange): Promise<void> {
  const errors: FieldErrors = {
    ...(await checkPassword(input.password ?? '', input.password_confirmation ?? '')),
    ...checkRoles(input.roles),
  }
  if (Object.keys(errors).length > 0) throw createInvalidInputError(errors)
}

async function checkPassword(password: string, confirmation: string): Promise<FieldErrors> {
  if (password === '' && confirmation === '') return {}
  if (password !== confirmation)
    return { password_confirmation: ['The two passwords that you entered do not match!'] }
  const problem = await getNewPasswordError(password)
  return problem ? { password: [problem] } : {}
}

const rejectTakenEmail = onUniqueViolation('admins_email', () =>
  createInvalidInputError({ email: ['Email Already Taken'] }),
)
