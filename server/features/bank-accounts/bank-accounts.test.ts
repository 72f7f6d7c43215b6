import { expect, test } from 'vitest'
import { createSession } from '#features/sessions/sessions.ts'
import { createSamplePicture } from '#platform/files/content/testing-samples.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { createCaller, toRefusal, type Caller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import type { BankAccount } from '@tahanan/contract/billing/answers.ts'
import { mayReadBankAccountFile } from './policy.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const superAdmin = await portal.as('super-admin', { name: 'Amparo' })
const [resident, admin] = [await portal.as('client'), await portal.as('admin')]

const account = { bank: 'BDO', accountName: 'Capiz Residences', accountNumber: '0012-3456', position: 1 }
const addAccount = (overrides: object = {}) =>
  superAdmin.post<BankAccount>('/bank-account', { ...account, ...overrides })
const updateAccount = (id: number, body: object, by: Caller = superAdmin) =>
  by.put(`/bank-account/${id}`, body)
const listAccounts = async (caller: Caller) =>
  (await caller.get<{ data: BankAccount[] }>('/bank-accounts')).body.data

test('residents read the active accounts in order, with the QR picture', async () => {
  const url = await uploadFile(portal, superAdmin, 'bankqr', await createSamplePicture('png'), 'qr')
  const lastAccount = (await addAccount({ position: 2, images: [{ name: 'qr.png', url }] })).body
  const firstAccount = (await addAccount({ bank: 'BPI', accountNumber: '777' })).body
  const hiddenAccount = (await addAccount({ bank: 'Old bank', active: 0, position: 3 })).body
  const visibleAccounts = await listAccounts(resident)
  expect(visibleAccounts.map(({ id }) => id)).toEqual([firstAccount.id, lastAccount.id])
  expect(visibleAccounts[1]?.images[0]?.src).toContain(url)
  expect((await listAccounts(superAdmin)).map(({ id }) => id)).toEqual([
    firstAccount.id,
    lastAccount.id,
    hiddenAccount.id,
  ])
  const actor = { area: 'client', id: resident.id, sessionId: 1, name: '', clientCode: '' } as const
  const mayReadFile = (id: number) => mayReadBankAccountFile(portal.db, actor, id)
  expect([await mayReadFile(lastAccount.id), await mayReadFile(hiddenAccount.id)]).toEqual([true, false])
})

test('a change is in the audit log with both values, and the office is notified', async () => {
  const { id } = (await addAccount({ accountNumber: '111' })).body
  expect((await updateAccount(id, { accountNumber: '222' })).status).toBe(200)
  const auditQuery = portal.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'subject_name', 'before', 'after'])
    .where('subject', '=', 'bank_accounts')
    .where('subject_id', '=', String(id))
    .orderBy('id', 'desc')
  expect(await auditQuery.executeTakeFirst()).toEqual({
    action: 'change',
    actor_name: 'Amparo',
    subject_name: 'BDO 222',
    before: { account_number: '111' },
    after: { account_number: '222' },
  })
  expect((await updateAccount(id, { accountNumber: '222' })).status).toBe(200)
  const { body } = await admin.get<{ data: object[] }>(`/admin-notif/${admin.id}`)
  expect(body.data[1]).toMatchObject({ title: 'Bank account added' })
  expect(body.data[0]).toMatchObject({
    title: 'Bank account changed',
    message:
      'Amparo changed the bank account BDO 222 of Capiz Residences. ' +
      'Residents see it when they pay by deposit.',
  })
})

test('the super-administrator writes only after a confirmation', async () => {
  const { id } = (await addAccount()).body
  const { token } = await createSession(portal.db, 'super-admin', superAdmin.id)
  const stolenSession = createCaller(portal.app, token)
  const refusedAnswer = await updateAccount(id, { accountNumber: '9' }, stolenSession)
  expect(refusedAnswer).toMatchObject(toRefusal(403, 'confirmationNeeded'))
  await stolenSession.post('/confirmation', { password: TEST_PASSWORD })
  expect((await updateAccount(id, { accountNumber: '9' }, stolenSession)).status).toBe(200)
})

test('invalid input, an outdated form and a picture of another folder are refused', async () => {
  const invalidFields = { bank: ' ', accountNumber: '<img src=x onerror=alert(1)>', position: 0.5 }
  const { status, body } = await superAdmin.post('/bank-account', { ...account, ...invalidFields })
  expect([status, Object.keys(body.errors)]).toEqual([400, Object.keys(invalidFields)])
  for (const url of ['logo/a.png', 'bankqr/nobody-uploaded.png'])
    expect((await addAccount({ images: [{ name: 'a.png', url }] })).status).toBe(400)
  const unsafeName = '<b>BDO</b> "); drop table'
  const { id, updated_at } = (await addAccount({ accountName: unsafeName })).body
  expect((await listAccounts(resident)).find((bankAccount) => bankAccount.id === id)?.accountName).toBe(
    unsafeName,
  )
  await updateAccount(id, { position: 9 })
  expect((await updateAccount(id, { position: 8, updated_at })).status).toBe(409)
  expect((await updateAccount(999_999, { position: 8 })).status).toBe(404)
})
