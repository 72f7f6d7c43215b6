import { DEFAULT_OFFICE_WEEK } from '@tahanan/contract/settings/office-hours.ts'
import { createDocument } from '@tahanan/server/features/posts/testing.ts'
import { createTestTenant } from '@tahanan/server/testing/accounts.ts'
import { getPrivacyCalls } from './privacy-calls.ts'
import { postAndGetId, getNextNumber, portal, type WritingCall } from './writing-portal.ts'

const BANK_ACCOUNT = { bank: 'BDO', accountName: 'Capiz', accountNumber: '0012', position: 1 }
/**
 * Deletes rows of the previous call, because a second equal row would be refused. The next functions do this
 * too.
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
        // The name of a saved view is unique.
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
      // A version that equals the previous one is refused.
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
