import { sql } from 'kysely'
import { PAGES, PAGE_NAMES, type PageName } from '@tahanan/contract/permissions.ts'
import { createPayingPortal, type PayingPortal } from '@tahanan/server/features/gateways/testing/paying.ts'
import { startTestSmtp } from '@tahanan/server/platform/mail/testing-smtp.ts'
import type { TestTenant } from '@tahanan/server/testing/accounts.ts'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import type { TestPortal } from '@tahanan/server/testing/portal.ts'

/** A permission as people write it: `gatepass.view`. */
export type Flag = { [Page in PageName]: `${Page}.${(typeof PAGES)[Page][number]}` }[PageName]

/** Setup of all tests: a whole portal that both payment gateways and a mail server are configured for. */
export interface AccessPortal extends PayingPortal {
  /** An administrator with every permission, who makes the records of calls. */
  readonly office: LoggedIn
}

/** Accounts of the test of one route, made anew for each, so that it may end sessions or delete tenants. */
export interface TestAccounts extends AccessPortal {
  readonly owner: LoggedIn<TestTenant>
  readonly other: LoggedIn<TestTenant>
  readonly superAdmin: LoggedIn
  administrator(flags: readonly Flag[]): Promise<LoggedIn>
  /** Removes the administrators' flags, whose text is most of a print of the database. */
  leave(): Promise<void>
}

/** Builds the portal; for `beforeAll`. */
export async function openAccessPortal(): Promise<AccessPortal> {
  const smtp = await startTestSmtp()
  const mail = { smtpUrl: smtp.url, mailFrom: 'Property Management Office <pmo@condo.example.ph>' }
  const paying = await createPayingPortal({ config: mail })
  return {
    ...paying,
    office: await paying.portal.as('admin', { name: 'Head Office' }),
    close: async () => {
      await paying.close()
      await smtp.close()
    },
  }
}

/** New accounts for one route. */
export async function accountsFor(stage: AccessPortal): Promise<TestAccounts> {
  const { portal } = stage
  return {
    ...stage,
    owner: await portal.as('client'),
    other: await portal.as('client'),
    superAdmin: await portal.as('super-admin'),
    administrator: (flags) => administrator(portal, flags),
    leave: async () => {
      await portal.db
        .updateTable('admins')
        .set({ roles: '[]' })
        .where('id', '<>', stage.office.id)
        .where(sql<boolean>`roles <> '[]'`)
        .execute()
    },
  }
}

function administrator(portal: TestPortal, flags: readonly Flag[]): Promise<LoggedIn> {
  const roles: Partial<Record<PageName, string[]>> = {}
  for (const flag of flags) {
    const [page, permission] = flag.split('.') as [PageName, string]
    ;(roles[page] ??= []).push(permission)
  }
  return portal.as('admin', { roles })
}

/** Every permission that there is, but for these. */
export function allFlagsBut(flags: readonly Flag[]): Flag[] {
  return PAGE_NAMES.flatMap((page) => PAGES[page].map((flag) => `${page}.${flag}` as Flag)).filter(
    (flag) => !flags.includes(flag),
  )
}

let made = 0
/** A text that stands nowhere else in the database. */
export const unique = (word: string) => `${word} no. ${(made += 1)}`
/** Returns a unique word in the letters of an e-mail address or a code. */
export const uniqueCode = (word: string) => `${word}-${(made += 1)}`
