import { aDocument } from '@tahanan/server/features/posts/testing.ts'
import { may, mayWithAll, type Entries } from '../entry.ts'
import { unique } from '../test-accounts.ts'

let amount = 5_000_000
const BANK_ACCOUNT = { bank: 'BDO', accountName: 'Capiz', accountNumber: '0012', position: 1 }

/** Website settings, bank accounts, terms and services (rules 11.1, 11.6, 11.9). */
export const settingEntries: Entries = {
  'GET /api/public-website-settings': { open: true },
  'GET /api/public-terms-and-conditions': { open: true },
  'GET /api/website-settings': { superAdministrators: true },
  'POST /api/website-settings': {
    superAdministrators: true,
    answers: 200,
    prepare: () => ({
      body: { settings: [{ name: 'websiteName', value: unique('Sampaguita Residences') }] },
    }),
  },
  'GET /api/mobile-settings': { superAdministrators: true },
  'GET /api/terms-and-conditions': { superAdministrators: true },
  'POST /api/terms-and-conditions': {
    superAdministrators: true,
    answers: 200,
    prepare: () => ({ body: { content: aDocument(unique('Rule')) } }),
  },
  'GET /api/bank-accounts': {
    residents: 'all',
    administrators: may('payments.view'),
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
      return { path: { id }, body: { accountName: unique('Capiz') } }
    },
  },
  'GET /api/system-parameter-settings': { residents: 'all', administrators: 'all' },
  'POST /api/system-parameter-setting': {
    administrators: mayWithAll('utilities.systemParameterSettings', 'utilities.edit'),
    answers: 200,
    // Far above the balance of any test's resident, so services stay open.
    prepare: () => ({ body: { services: [{ type: 'gatePass', status: 1, amount: (amount += 1) }] } }),
  },
}
