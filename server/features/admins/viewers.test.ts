import { expect, test } from 'vitest'
import type { DbOrTx } from '#platform/db/client.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createTestAdmin, setRoles } from '#testing/accounts.ts'
import { listActiveAdmins } from './viewers.ts'

const database = await openTestDatabase()
const { db } = database

const findActiveAdmin = async (id: number, on: DbOrTx = db) =>
  (await listActiveAdmins(on)).find((admin) => admin.id === id)
const listViewedPages = async (id: number, on?: DbOrTx) =>
  (await findActiveAdmin(id, on))?.roles.filter(({ roles }) => roles['view']).map(({ title }) => title)

test('roles are read at each call', async () => {
  const [ana, ben] = [
    await createTestAdmin(db, { roles: { gatepass: ['view'] } }),
    await createTestAdmin(db, { roles: { payments: ['view'] } }),
  ]
  expect([await listViewedPages(ana.id), await listViewedPages(ben.id)]).toEqual([['gatepass'], ['payments']])
  await setRoles(db, ana.id, { visitors: ['view'] })
  expect([await listViewedPages(ana.id), await listViewedPages(ben.id)]).toEqual([['visitors'], ['payments']])
})

test('added and reactivated administrators are included, deleted and inactive ones are not', async () => {
  const { id } = await createTestAdmin(db, { roles: { gatepass: ['view'] } })
  expect(await listViewedPages(id)).toEqual(['gatepass'])
  const setStatus = (to: number) =>
    db.updateTable('admins').set({ status: to }).where('id', '=', id).execute()
  await setStatus(0)
  expect(await findActiveAdmin(id)).toBeUndefined()
  await setStatus(1)
  expect(await listViewedPages(id)).toEqual(['gatepass'])
})

test('in a transaction its own changes are included', async () => {
  const { id } = await createTestAdmin(db, { roles: { gatepass: ['view'] } })
  await listViewedPages(id)
  const rolledBackTransaction = db.transaction().execute(async (tx) => {
    await setRoles(tx, id, { payments: ['view'] })
    expect(await listViewedPages(id, tx)).toEqual(['payments'])
    throw new Error('taken back')
  })
  await expect(rolledBackTransaction).rejects.toThrow('taken back')
  expect(await listViewedPages(id)).toEqual(['gatepass'])
})
