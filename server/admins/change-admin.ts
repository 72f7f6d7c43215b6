import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { PAGES, PAGE_NAMES } from '@tahanan/contract/permissions.ts'
import type { PageName, RoleEntry } from '@tahanan/contract/permissions.ts'
import { PortalError, invalidInput } from '../errors.ts'
import { tell } from '../realtime/outbox.ts'
import { change } from '../services.ts'
import type { Services } from '../services.ts'
import { endTokens } from '../sessions/account-tokens.ts'
import { PASSWORD_MIN, hashPassword } from '../sessions/passwords.ts'
import { endSessions } from '../sessions/sessions.ts'

/** What is to change; what is missing stays. */
export interface AdminChange {
  name?: string
  firstName?: string
  lastName?: string
  email?: string
  password?: string
  password_confirmation?: string
  roles?: readonly GivenRole[]
}

interface GivenRole {
  title: string
  visible: boolean
  roles: Readonly<Record<string, boolean>>
}

/**
 * Changes an administrator's fields and access; their open pages hear of it, and a new password ends their sessions.
 * Throws 400 at the field (a taken e-mail: 'Email Already Taken'), 404 for an unknown or deleted administrator.
 */
export async function changeAdmin(services: Services, id: number, given: AdminChange) {
  const password = given.password ?? ''
  const errors: FieldErrors = {
    ...checkPassword(password, given.password_confirmation ?? ''),
    ...checkRoles(given.roles),
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  const passwordHash = password === '' ? undefined : await hashPassword(password)

  return change(services, async (tx) => {
    const row = await tx
      .updateTable('admins')
      .set((admin) => ({
        name: given.name?.trim(),
        first_name: given.firstName?.trim(),
        last_name: given.lastName?.trim(),
        email: given.email?.trim(),
        password_hash: passwordHash,
        roles: given.roles && JSON.stringify(normalRoles(given.roles)),
        updated_at: admin.fn('clock_timestamp'),
      }))
      .where('id', '=', id)
      .where('status', '<>', 0)
      .returning(['id', 'name', 'first_name', 'last_name', 'email', 'status', 'roles'])
      .executeTakeFirst()
      .catch(explainTakenEmail)
    if (!row) throw new PortalError('notFound')
    if (passwordHash !== undefined) await endSessions(tx, 'admin', id)
    if (passwordHash !== undefined || given.email !== undefined) await endTokens(tx, 'admin', id)
    await tell(tx, 'account', { area: 'admin', id })
    const { first_name: firstName, last_name: lastName, roles, ...rest } = row
    return { ...rest, firstName, lastName, roles: roles as unknown as RoleEntry[] }
  })
}

function checkPassword(password: string, confirmation: string): FieldErrors {
  if (password === '' && confirmation === '') return {}
  if (password !== confirmation)
    return { password_confirmation: ['The two passwords that you entered do not match!'] }
  if (password.length < PASSWORD_MIN)
    return { password: [`The password needs at least ${PASSWORD_MIN} characters.`] }
  return {}
}

const isPage = (title: string): title is PageName => PAGE_NAMES.some((name) => name === title)

/** Pages and permissions must be of the one list; a misspelt one would silently allow nothing. */
function checkRoles(roles: readonly GivenRole[] = []): FieldErrors {
  const errors: FieldErrors = {}
  const titles = new Set<string>()
  for (const [index, { title, roles: flags }] of roles.entries()) {
    if (!isPage(title)) errors[`roles.${index}.title`] = ['There is no such page.']
    else if (titles.has(title)) errors[`roles.${index}.title`] = ['This page is named twice.']
    else {
      const known: readonly string[] = PAGES[title]
      for (const flag of Object.keys(flags))
        if (!known.includes(flag)) errors[`roles.${index}.roles.${flag}`] = ['There is no such permission.']
    }
    titles.add(title)
  }
  return errors
}

/** Every page with every permission, off where nothing was said. */
function normalRoles(given: readonly GivenRole[]): RoleEntry[] {
  return PAGE_NAMES.map((title) => {
    const entry = given.find((candidate) => candidate.title === title)
    return {
      title,
      visible: entry?.visible ?? false,
      roles: Object.fromEntries(PAGES[title].map((flag) => [flag, entry?.roles[flag] === true])),
    }
  })
}

function explainTakenEmail(error: unknown): never {
  if ((error as { code?: string }).code === '23505') throw invalidInput({ email: ['Email Already Taken'] })
  throw error
}
