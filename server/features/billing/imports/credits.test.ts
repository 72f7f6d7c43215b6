import type { Ledger } from '@tahanan/contract/billing/answers.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { expect, test } from 'vitest'
import { openTestPortal } from '../../../testing/portal.ts'
import { lines, prepare, save, soaCsv, tenantOf, webClientCsv } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')

/** Imports one amount for a tenant, and returns the saved row and what the tenant's pages tell. */
async function importAmount(urefno: string, uothdep: string, invdate = '31/10/2026') {
  const prepared = await prepare(portal, admin, {
    soa: soaCsv([{ urefno, invdate }]),
    webClient: webClientCsv([{ urefno, uothdep }]),
  })
  const [row] = await lines(admin, prepared.uniqId)
  await save(admin, prepared.uniqId)
  return { body: prepared.body, row }
}

test.each(['-1,234.50', '(1,234.50)', '1,234.50-'])('%s is a credit of the tenant', async (uothdep) => {
  const tenant = await portal.as('client', { soaAmount: 100 })
  const { body, row } = await importAmount(tenant.account.clientCode, uothdep)
  expect(body).toMatchObject({ updated: 1, refused: 0, amountBefore: 100, amountAfter: -1234.5 })
  expect(row).toMatchObject({ verdict: 'changed', amountBefore: 100, amountAfter: -1234.5 })
  const told = { soaAmount: -1234.5, receivedSince: 0, leftToPay: -1234.5 }
  expect((await tenant.get<Tenant>(`/tenant/${tenant.id}`)).body).toMatchObject(told)
  expect((await tenant.get('/me')).body).toMatchObject(told)
  expect((await tenant.get('/statements')).body.data).toMatchObject([{ soaAmount: -1234.5 }])
  expect((await tenant.get<Ledger>(`/ledger/${tenant.id}`)).body).toMatchObject({
    balance: -1234.5,
    data: [{ kind: 'statement', amount: -1334.5 }, { amount: 100 }],
  })
  const notices = await portal.db
    .selectFrom('notifications')
    .select('message')
    .where('tenant_id', '=', tenant.id)
    .execute()
  expect(notices).toEqual([{ message: 'Statement of Account, October 2026: credit of ₱1,234.50' }])
})

test('a new tenant may begin with a credit, and owe at the next statement', async () => {
  await importAmount('CREDIT-1', '-20')
  expect(await tenantOf(portal, 'CREDIT-1')).toMatchObject({ soa_amount: -20 })
  const { body } = await importAmount('CREDIT-1', '30', '30/11/2026')
  expect(body).toMatchObject({ amountBefore: -20, amountAfter: 30 })
  expect(await tenantOf(portal, 'CREDIT-1')).toMatchObject({ soa_amount: 30 })
})
