import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { endTokens } from '#features/sessions/passwords/account-tokens.ts'
import { newPasswordProblem } from '#features/sessions/passwords/new-password.ts'
import { removeSecondFactor } from '#features/sessions/second-factor/second-factor.ts'
import { endSessions } from '#features/sessions/sessions.ts'
import { missingPermission, type Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { PortalError, invalidInput, requireFound } from '#platform/errors.ts'
import { requireCurrent } from '#platform/last-seen.ts'
import { hashPassword } from '#platform/passwords.ts'
import { tell } from '#platform/realtime/outbox.ts'
import { change, type Services } from '#platform/services.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { allows, type RoleEntry } from '@tahanan/contract/permissions.ts'
import {
  checkRoles,
  normalRoles,
  requireManagerLeft,
  requireMayGive,
  requireNothingBeyond,
} from './access.ts'
import type { AdminChange, NewAdmin } from './admin-body.ts'
import {
  insertAdmin,
  lockAdmins,
  removeAdmin,
  updateAdmin,
  type AdminFields,
  type AdminRow,
} from './repository.ts'

/**
 * Adds an administrator, without any permission where no roles are given (rules 2.10), and answers the id. Throws
 * 400 at the field (a taken e-mail: 'Email Already Taken'), 403 for roles that the caller may not give.
 */
export async function addAdmin(
  services: Services,
  actor: Actor,
  given: Static<typeof NewAdmin>,
): Promise<number> {
  await refuseInvalid(given)
  const password_hash = await hashPassword(given.password)
  return change(services, async (tx) => {
    const { own } = await othersAndOwn(tx, actor)
    if (own) requireFlag(own, 'add')
    const roles = given.roles ? normalRoles(given.roles) : []
    if (own && given.roles) {
      requireFlag(own, 'manageAccess')
      requireMayGive(own, [], roles)
    }
    const { name = '', email = '', ...names } = fieldsOf(given)
    const added = await insertAdmin(tx, { name, email, ...names, password_hash, roles }).catch(
      explainTakenEmail,
    )
    await tell(tx, 'administrator', { id: added })
    return added
  })
}

/**
 * Changes an administrator's fields (`utilities.edit`) and access (`utilities.manageAccess`); their open pages hear of it,
 * and a new password ends their sessions. Throws 400 at the field, 404 for an unknown or deleted administrator, 409 when the
 * record changed after `updatedAt` or nobody would be left who can manage access, and 403 for what the caller may not do:
 * see `access.ts`. The super-administrator may do all of it, and alone takes a second factor away, which ends the sessions too.
 */
export async function changeAdmin(
  services: Services,
  actor: Actor,
  id: number,
  given: AdminChange,
  updatedAt: Date | undefined,
): Promise<void> {
  await refuseInvalid(given)
  const password_hash = given.password ? await hashPassword(given.password) : undefined

  await change(services, async (tx) => {
    const { all, own } = await othersAndOwn(tx, actor)
    const row = requireFound(all.find((admin) => admin.id === id))
    requireCurrent(updatedAt, row.updated_at)
    const fields: AdminFields = {
      ...differing(row, fieldsOf(given)),
      ...(password_hash && { password_hash }),
    }
    const newRoles = differingRoles(row, given.roles)
    const factorGoes = takesFactorAway(actor, row, given.secondFactor)
    if (own) requireMayChange({ actor, own, all }, row, fields, newRoles)
    if (Object.keys(fields).length === 0 && !newRoles && !factorGoes) return

    if (Object.keys(fields).length > 0 || newRoles)
      await updateAdmin(tx, id, { ...fields, roles: newRoles }).catch(explainTakenEmail)
    if (factorGoes) await removeSecondFactor(tx, { area: 'admin', id })
    const ownSession = actor.area === 'admin' && actor.id === id ? actor.sessionId : undefined
    if (password_hash || factorGoes) await endSessions(tx, 'admin', id, ownSession)
    // A link that was mailed to the old address, or before the new password, opens nothing any more.
    if (password_hash || fields.email !== undefined) await endTokens(tx, 'admin', id)
    await tell(tx, 'account', { area: 'admin', id })
    await tell(tx, 'administrator', { id })
  })
}

/**
 * Deletes an administrator softly: their sessions end, the e-mail address is free again, records keep the name. Throws 404,
 * 403 for oneself and for one with permissions that the caller lacks, 409 for the last one who can manage access.
 */
export async function deleteAdmin(services: Services, actor: Actor, id: number): Promise<void> {
  await change(services, async (tx) => {
    const { all, own } = await othersAndOwn(tx, actor)
    const row = requireFound(all.find((admin) => admin.id === id))
    if (own) {
      requireFlag(own, 'delete')
      if (actor.id === id) throw new PortalError('ownAccount')
      requireNothingBeyond(own, row)
      requireManagerLeft(all, row, null)
    }
    await removeAdmin(tx, id)
    await endSessions(tx, 'admin', id)
    await endTokens(tx, 'admin', id)
    await tell(tx, 'administrator', { id })
  })
}

/**
 * Locks and returns all administrators, with the caller's own roles as they are now, since some may have been taken away while
 * the call waited. `own` is null for the super-administrator.
 */
async function othersAndOwn(tx: Tx, actor: Actor): Promise<{ all: AdminRow[]; own: RoleEntry[] | null }> {
  const all = await lockAdmins(tx)
  if (actor.area !== 'admin') return { all, own: null }
  const self = all.find(({ id }) => id === actor.id)
  if (!self) throw new PortalError('noSession')
  requireFlag(self.roles, 'userAccessDefinition')
  return { all, own: self.roles }
}

interface Caller {
  readonly actor: Actor
  readonly own: readonly RoleEntry[]
  readonly all: readonly AdminRow[]
}

function requireMayChange(
  { actor, own, all }: Caller,
  row: AdminRow,
  fields: AdminFields,
  roles: readonly RoleEntry[] | undefined,
): void {
  if (Object.keys(fields).length > 0) requireFlag(own, 'edit')
  if (roles) requireFlag(own, 'manageAccess')
  const opensAccount = fields.email !== undefined || fields.password_hash !== undefined
  if (opensAccount && actor.id !== row.id) requireNothingBeyond(own, row)
  if (!roles) return
  requireMayGive(own, row.roles, roles)
  requireManagerLeft(all, row, roles)
}

function requireFlag(own: readonly RoleEntry[], flag: string): void {
  if (!allows(own, 'utilities', flag)) throw missingPermission('utilities', flag)
}

function fieldsOf({ name, firstName, lastName, email }: AdminChange) {
  return {
    name: name?.trim(),
    firstName: firstName?.trim(),
    lastName: lastName?.trim(),
    email: email?.trim(),
  } satisfies AdminFields
}

/** Whether the second factor goes. A form that sends back the present state changes nothing. */
function takesFactorAway(actor: Actor, row: AdminRow, given: boolean | undefined): boolean {
  if (given === undefined || given === row.secondFactor) return false
  if (given) throw invalidInput({ secondFactor: ['Only they themselves can turn two-step login on.'] })
  if (actor.area !== 'super-admin') throw new PortalError('superAdministratorOnly')
  return true
}

/** Returns the given fields whose value differs from the row's. */
function differing(row: AdminRow, fields: ReturnType<typeof fieldsOf>): AdminFields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => value !== undefined && value !== row[field as keyof typeof fields],
    ),
  )
}

/** Returns the given roles, where they differ from the stored ones. */
function differingRoles(row: AdminRow, given: AdminChange['roles']): RoleEntry[] | undefined {
  if (!given || isDeepStrictEqual(given, row.roles)) return undefined
  const roles = normalRoles(given)
  return isDeepStrictEqual(roles, row.roles) ? undefined : roles
}

async function refuseInvalid(given: AdminChange): Promise<void> {
  const errors: FieldErrors = {
    ...(await checkPassword(given.password ?? '', given.password_confirmation ?? '')),
    ...checkRoles(given.roles),
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

async function checkPassword(password: string, confirmation: string): Promise<FieldErrors> {
  if (password === '' && confirmation === '') return {}
  if (password !== confirmation)
    return { password_confirmation: ['The two passwords that you entered do not match!'] }
  const problem = await newPasswordProblem(password)
  return problem ? { password: [problem] } : {}
}

function explainTakenEmail(error: unknown): never {
  if ((error as { code?: string }).code === '23505') throw invalidInput({ email: ['Email Already Taken'] })
  throw error
}
