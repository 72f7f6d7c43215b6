import { DEFAULT_OFFICE_WEEK } from '@tahanan/contract/settings/office-hours.ts'
import { createDocument } from '@tahanan/server/features/posts/testing.ts'
import { createTestTenant } from '@tahanan/server/testing/accounts.ts'
import { getPrivacyCalls } from './privacy-calls.ts'
import { postAndGetId, getNextNumber, portal, type WritingCall } from './writing-portal.ts'

const BANK_ACCOUNT = { bank: 'BDO', accountName: 'Capiz', accountNumber: '0012', position: 1 }
/**
 * Deletes the row of the previous call, because the test repeats the call and an equal row would be refused.
 * The next functions delete their rows for the same reason.
 */
const createDueRuleBody = async () => {
  await portal.db.deleteFrom('due_rules').execute()
  return { module: 'commendation', hours: 8 }
}
const createHolidayBody = async () => {
  await portal.db.deleteFrom('holidays').execute()
  return { date: '2026-02-25', name: 'Fiesta' }
}
const createYearBody = async () => {
  await portal.db.deleteFrom('holidays').execute()
  return { year: 2026 }
}

export function getSettingCalls(): WritingCall[] {
  return [
    ...getPrivacyCalls(),
    { who: 'superAdmin', method: 'post', path: '/api/reduce-audit-log', body: () => ({}) },
    {
      who: 'superAdmin',
      method: 'post',
      path: '/api/erasures',
      body: async () => ({ tenantId: (await createTestTenant(portal.db)).id }),
    },
    {
      who: 'superAdmin',
      method: 'put',
      path: '/api/erasure-hold/{id}',
      id: async () => (await createTestTenant(portal.db)).id,
      body: () => ({ reason: 'A dispute' }),
    },
    { who: 'superAdmin', method: 'put', path: '/api/retention-periods', body: () => ({ gateLog: 91 }) },
    {
      who: 'office',
      method: 'post',
      path: '/api/system-parameter-setting',
      body: () => ({ services: [{ type: 'gatePass', status: 1, amount: 5000 }] }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/list-view',
      body: async () => {
        // Deletes the saved view of the previous call, because each name must be unique.
        await portal.db.deleteFrom('list_views').execute()
        return { page: 'tickets', name: 'Waiting', query: 'status=1' }
      },
    },
    { who: 'office', method: 'post', path: '/api/due-rule', body: createDueRuleBody },
    {
      who: 'office',
      method: 'put',
      path: '/api/due-rule/{id}',
      id: async () => postAndGetId('office', '/due-rule', await createDueRuleBody()),
      body: () => ({ hours: 9 }),
    },
    { who: 'office', method: 'put', path: '/api/office-hours', body: () => ({ week: DEFAULT_OFFICE_WEEK }) },
    { who: 'office', method: 'post', path: '/api/holiday', body: createHolidayBody },
    { who: 'office', method: 'post', path: '/api/philippine-holidays', body: createYearBody },
    {
      who: 'superAdmin',
      method: 'post',
      path: '/api/website-settings',
      body: () => ({ settings: [{ name: 'websiteName', value: 'Tahanan' }] }),
    },
    { who: 'superAdmin', method: 'post', path: '/api/bank-account', body: () => BANK_ACCOUNT },
    {
      who: 'superAdmin',
      method: 'put',
      path: '/api/bank-account/{id}',
      id: () => postAndGetId('superAdmin', '/bank-account', BANK_ACCOUNT),
      body: () => ({ position: 2 }),
    },
    {
      who: 'superAdmin',
      method: 'post',
      path: '/api/terms-and-conditions',
      body: () => ({ content: createDocument('Be kind.') }),
    },
    {
      who: 'superAdmin',
      method: 'post',
      path: '/api/privacy-notice',
      // The number makes each notice different, because the API refuses a new version without a change.
      body: () => ({ content: createDocument(`We keep little. ${getNextNumber()}`), changes: 'Shorter' }),
    },
    {
      who: 'resident',
      method: 'post',
      path: '/api/privacy-notice-views',
      body: () => ({ version: 1 }),
    },
  ]
}
