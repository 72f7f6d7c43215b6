import { DEFAULT_OFFICE_WEEK } from '@tahanan/contract/settings/office-hours.ts'
import { aDocument } from '@tahanan/server/features/posts/testing.ts'
import { makeTenant } from '@tahanan/server/testing/accounts.ts'
import { privacyCalls } from './privacy-calls.ts'
import { make, next, portal, type WritingCall } from './writing-portal.ts'

const BANK_ACCOUNT = { bank: 'BDO', accountName: 'Capiz', accountNumber: '0012', position: 1 }
/** Bodies that are valid again and again, since what they add is removed before. */
const dueRuleBody = async () => {
  await portal.db.deleteFrom('due_rules').execute()
  return { module: 'commendation', hours: 8 }
}
const holidayBody = async () => {
  await portal.db.deleteFrom('holidays').execute()
  return { date: '2026-02-25', name: 'Fiesta' }
}
const yearBody = async () => {
  await portal.db.deleteFrom('holidays').execute()
  return { year: 2026 }
}

/** Valid calls that write settings, holidays, views and what concerns personal data. */
export function settingCalls(): WritingCall[] {
  return [
    ...privacyCalls(),
    { who: 'superAdmin', method: 'post', path: '/api/reduce-audit-log', body: () => ({}) },
    {
      who: 'superAdmin',
      method: 'post',
      path: '/api/erasures',
      body: async () => ({ tenantId: (await makeTenant(portal.db)).id }),
    },
    {
      who: 'superAdmin',
      method: 'put',
      path: '/api/erasure-hold/{id}',
      id: async () => (await makeTenant(portal.db)).id,
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
        // A name is used once.
        await portal.db.deleteFrom('list_views').execute()
        return { page: 'tickets', name: 'Waiting', query: 'status=1' }
      },
    },
    { who: 'office', method: 'post', path: '/api/due-rule', body: dueRuleBody },
    {
      who: 'office',
      method: 'put',
      path: '/api/due-rule/{id}',
      id: async () => make('office', '/due-rule', await dueRuleBody()),
      body: () => ({ hours: 9 }),
    },
    { who: 'office', method: 'put', path: '/api/office-hours', body: () => ({ week: DEFAULT_OFFICE_WEEK }) },
    { who: 'office', method: 'post', path: '/api/holiday', body: holidayBody },
    { who: 'office', method: 'post', path: '/api/philippine-holidays', body: yearBody },
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
      id: () => make('superAdmin', '/bank-account', BANK_ACCOUNT),
      body: () => ({ position: 2 }),
    },
    {
      who: 'superAdmin',
      method: 'post',
      path: '/api/terms-and-conditions',
      body: () => ({ content: aDocument('Be kind.') }),
    },
    {
      who: 'superAdmin',
      method: 'post',
      path: '/api/privacy-notice',
      // A version differs from the one before.
      body: () => ({ content: aDocument(`We keep little. ${next()}`), changes: 'Shorter' }),
    },
    {
      who: 'resident',
      method: 'post',
      path: '/api/privacy-notice-views',
      body: () => ({ version: 1 }),
    },
  ]
}
