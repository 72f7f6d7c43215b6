import { DEFAULT_OFFICE_WEEK } from '@tahanan/contract/settings/office-hours.ts'
import { createDocument } from '@tahanan/server/features/posts/testing.ts'
import { createNotice } from '@tahanan/server/features/privacy-notice/testing.ts'
import { withAnyFlag, withAllFlags, type AccessCases } from '../access-case.ts'
import { createUniqueText, type TestAccounts } from '../test-accounts.ts'

let amount = 5_000_000
let year = 2000
let minute = 0
const createUniqueTime = () => `07:${String((minute += 1)).padStart(2, '0')}`
let day = Date.UTC(1950, 0, 1)
const createUniqueDay = () => new Date((day += 86_400_000)).toISOString().slice(0, 10)
const SETTINGS_EDIT_FLAGS = withAllFlags('utilities.systemParameterSettings', 'utilities.edit')

async function addDueRule({ portal }: TestAccounts): Promise<number> {
  await portal.db.deleteFrom('due_rules').execute()
  const dueTimeRule = { module: 'commendation', hours: 8 }
  return (
    await portal.db.insertInto('due_rules').values(dueTimeRule).returning('id').executeTakeFirstOrThrow()
  ).id
}

const BANK_ACCOUNT = { bank: 'BDO', accountName: 'Capiz', accountNumber: '0012', position: 1 }

const PRIVACY_NOTICE_CASE = {
  superAdministrators: true,
  prepare: async ({ portal }: TestAccounts) => ({ path: { id: await createNotice(portal.db) } }),
} as const

export const privacyNoticeCases: AccessCases = {
  'GET /api/public-privacy-notice': {
    isPublic: true,
    prepare: async ({ portal }) => {
      await createNotice(portal.db)
      return { expectedText: 'We keep little' }
    },
  },
  'GET /api/privacy-notice': { superAdministrators: true },
  'GET /api/privacy-notice/{id}': PRIVACY_NOTICE_CASE,
  'GET /api/privacy-notices': { superAdministrators: true },
  'GET /api/privacy-notice-views': { superAdministrators: true },
  'GET /api/privacy-notice-viewIds': { superAdministrators: true },
  'POST /api/privacy-notice': {
    superAdministrators: true,
    expectedStatus: 200,
    prepare: () => ({
      body: { content: createDocument(createUniqueText('We keep little')), changes: 'Shorter' },
    }),
  },
  'POST /api/privacy-notice-views': {
    residents: 'all',
    expectedStatus: 200,
    prepare: async ({ portal }) => ({ body: { version: await createNotice(portal.db) } }),
  },
}

/**
 * Expected access to website settings, bank accounts, terms, services and due times (rules 11.1, 11.6, 11.9,
 * 11.21).
 */
export const settingCases: AccessCases = {
  'GET /api/public-website-settings': { isPublic: true },
  'GET /api/public-terms-and-conditions': { isPublic: true },
  'GET /api/website-settings': { superAdministrators: true },
  'POST /api/website-settings': {
    superAdministrators: true,
    expectedStatus: 200,
    prepare: () => ({
      body: { settings: [{ name: 'websiteName', value: createUniqueText('Sampaguita Residences') }] },
    }),
  },
  'GET /api/mobile-settings': { superAdministrators: true },
  'GET /api/terms-and-conditions': { superAdministrators: true },
  'POST /api/terms-and-conditions': {
    superAdministrators: true,
    expectedStatus: 200,
    prepare: () => ({ body: { content: createDocument(createUniqueText('Rule')) } }),
  },
  'GET /api/bank-accounts': {
    residents: 'all',
    administrators: withAnyFlag('payments.view'),
    superAdministrators: true,
  },
  'POST /api/bank-account': { superAdministrators: true, prepare: () => ({ body: BANK_ACCOUNT }) },
  'PUT /api/bank-account/{id}': {
    superAdministrators: true,
    prepare: async ({ portal }) => {
      const { accountName: account_name, accountNumber: account_number, ...rest } = BANK_ACCOUNT
      const { id } = await portal.db
        .insertInto('bank_accounts')
        .values({ ...rest, account_name, account_number, active: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { path: { id }, body: { accountName: createUniqueText('Capiz') } }
    },
  },
  'GET /api/system-parameter-settings': { residents: 'all', administrators: 'all' },
  'POST /api/system-parameter-setting': {
    administrators: withAllFlags('utilities.systemParameterSettings', 'utilities.edit'),
    expectedStatus: 200,
    // Residents who owe this amount or more cannot use the service. No resident of the tests owes as much.
    prepare: () => ({ body: { services: [{ type: 'gatePass', status: 1, amount: (amount += 1) }] } }),
  },
  'GET /api/due-rules': { administrators: withAnyFlag('utilities.systemParameterSettings') },
  'POST /api/due-rule': {
    administrators: SETTINGS_EDIT_FLAGS,
    prepare: async ({ portal }) => {
      await portal.db.deleteFrom('due_rules').execute()
      return { body: { module: 'commendation', hours: 8 } }
    },
  },
  'PUT /api/due-rule/{id}': {
    administrators: SETTINGS_EDIT_FLAGS,
    prepare: async (accounts) => ({ path: { id: await addDueRule(accounts) }, body: { hours: 9 } }),
  },
  'DELETE /api/due-rule/{id}': {
    administrators: SETTINGS_EDIT_FLAGS,
    prepare: async (accounts) => ({ path: { id: await addDueRule(accounts) } }),
  },
  'GET /api/office-hours': { administrators: withAnyFlag('utilities.systemParameterSettings') },
  'PUT /api/office-hours': {
    administrators: SETTINGS_EDIT_FLAGS,
    prepare: () => ({
      body: { week: DEFAULT_OFFICE_WEEK.map((day) => day && { ...day, opens: createUniqueTime() }) },
    }),
  },
  'GET /api/holidays': { administrators: withAnyFlag('utilities.systemParameterSettings') },
  'POST /api/holiday': {
    administrators: SETTINGS_EDIT_FLAGS,
    prepare: () => ({ body: { date: createUniqueDay(), name: 'Fiesta' } }),
  },
  'POST /api/philippine-holidays': {
    administrators: SETTINGS_EDIT_FLAGS,
    expectedStatus: 200,
    prepare: () => ({ body: { year: (year += 1) } }),
  },
  'DELETE /api/holiday/{date}': {
    administrators: SETTINGS_EDIT_FLAGS,
    prepare: async ({ portal }) => {
      const date = createUniqueDay()
      await portal.db.insertInto('holidays').values({ date, name: 'Fiesta' }).execute()
      return { path: { date } }
    },
  },
}
