import { sql } from 'kysely'
import { PAGE_PERMISSIONS, PAGE_NAMES, type PageName } from '@tahanan/contract/permissions.ts'
import {
  createPayingPortal,
  type PayingPortal,
} from '@tahanan/server/features/gateways/testing/paying-portal.ts'
import { startTestSmtp, type TestSmtp } from '@tahanan/server/platform/mail/testing-smtp.ts'
import type { TestTenant } from '@tahanan/server/testing/accounts.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'

export type Flag = { [Page in PageName]: `${Page}.${(typeof PAGE_PERMISSIONS)[Page][number]}` }[PageName]

export interface AccessPortal extends PayingPortal {
  readonly office: LoggedInCaller
  readonly mails: TestSmtp['received']
}

/**
 * Accounts for the test of one route. Each route gets new ones, because some calls end sessions or delete
 * tenants.
 */
export interface TestAccounts extends AccessPortal {
  readonly owner: LoggedInCaller<TestTenant>
  readonly otherResident: LoggedInCaller<TestTenant>
  readonly superAdmin: LoggedInCaller
  administrator(flags: readonly Flag[]): Promise<LoggedInCaller>
  /**
   * Removes the permissions of this test's administrators. Otherwise all later notifications would be sent to
   * them too, which slows down the following tests.
   */
  removeFlags(): Promise<void>
}

/** Opens a portal for access tests, with simulated payment gateways and a simulated mail server. */
export async function openAccessPortal(): Promise<AccessPortal> {
  const smtp = await startTestSmtp()
  const mailConfig = { smtpUrl: smtp.url, mailFrom: 'Property Management Office <pmo@condo.example.ph>' }
  const payingPortal = await createPayingPortal({ config: mailConfig })
  return {
    ...payingPortal,
    office: await payingPortal.portal.as('admin', { name: 'Head Office' }),
    mails: smtp.received,
    close: async () => {
      await payingPortal.close()
      await smtp.close()
    },
  }
}

export async function createTestAccounts(setup: AccessPortal): Promise<TestAccounts> {
  const { portal } = setup
  return {
    ...setup,
    owner: await portal.as('client'),
    otherResident: await portal.as('client'),
    superAdmin: await portal.as('super-admin'),
    administrator: (flags) => portal.as('admin', { roles: toRoles(flags) }),
    removeFlags: async () => {
      await portal.db
        .updateTable('admins')
        .set({ roles: '[]' })
        .where('id', '<>', setup.office.id)
        .where(sql<boolean>`roles <> '[]'`)
        .execute()
    },
  }
}

export function toRoles(flags: readonly Flag[]): Partial<Record<PageName, string[]>> {
  const roles: Partial<Record<PageName, string[]>> = {}
  for (const flag of flags) {
    const [page, permission] = flag.split('.') as [PageName, string]
    ;(roles[page] ??= []).push(permission)
  }
  return roles
}

export function getFlagsExcept(flags: readonly Flag[]): Flag[] {
  return PAGE_NAMES.flatMap((page) => PAGE_PERMISSIONS[page].map((flag) => `${page}.${flag}` as Flag)).filter(
    (flag) => !flags.includes(flag),
  )
}

let counter = 0
export const createUniqueText = (prefix: string) => `${prefix} no. ${(counter += 1)}`
export const createUniqueCode = (prefix: string) => `${prefix}-${(counter += 1)}`
