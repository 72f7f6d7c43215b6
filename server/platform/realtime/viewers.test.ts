import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { makeAdmin, setRoles } from '../../testing/accounts.ts'
import { createActiveAdmins } from './viewers.ts'
import type { ActiveAdmins } from './viewers.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(database.destroy)

let activeAdmins: ActiveAdmins
beforeEach(() => {
  activeAdmins = createActiveAdmins()
})
const find = async (id: number, on: Parameters<ActiveAdmins>[0] = db) =>
  (await activeAdmins(on)).find((admin) => admin.id === id)
const views = async (id: number, on?: Parameters<ActiveAdmins>[0]) =>
  (await find(id, on))?.roles.filter(({ roles }) => roles['view']).map(({ title }) => title)

test('roles are read again when they were changed, and only then', async () => {
  const [ana, ben] = [
    await makeAdmin(db, { roles: { gatepass: ['view'] } }),
    await makeAdmin(db, { roles: { payments: ['view'] } }),
  ]
  expect([await views(ana.id), await views(ben.id)]).toEqual([['gatepass'], ['payments']])
  const known = await find(ben.id)
  await setRoles(db, ana.id, { visitors: ['view'] })
  expect(await views(ana.id)).toEqual(['visitors'])
  expect(await find(ben.id)).toBe(known)
})

test('who is added is among them, who is deleted or inactive is not, and who is active again has their roles', async () => {
  await activeAdmins(db)
  const { id } = await makeAdmin(db, { roles: { gatepass: ['view'] } })
  expect(await views(id)).toEqual(['gatepass'])
  const status = (to: number) => db.updateTable('admins').set({ status: to }).where('id', '=', id).execute()
  await status(0)
  expect(await find(id)).toBeUndefined()
  await status(1)
  expect(await views(id)).toEqual(['gatepass'])
})

test('a rolled-back change is not cached', async () => {
  const { id } = await makeAdmin(db, { roles: { gatepass: ['view'] } })
  await views(id)
  const attempt = db.transaction().execute(async (tx) => {
    await setRoles(tx, id, { payments: ['view'] })
    expect(await views(id, tx)).toEqual(['payments'])
    throw new Error('taken back')
  })
  await expect(attempt).rejects.toThrow('taken back')
  expect(await views(id)).toEqual(['gatepass'])
})

test('several who read at once each get everybody', async () => {
  const { id } = await makeAdmin(db, { roles: { gatepass: ['view'] } })
  const all = await Promise.all(Array.from({ length: 8 }, () => views(id)))
  expect(all).toEqual(Array.from({ length: 8 }, () => ['gatepass']))
})
