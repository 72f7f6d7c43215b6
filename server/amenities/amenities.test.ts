import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAmenity } from '../testing/accounts.ts'
import { createTestPortal } from '../testing/portal.ts'
import type { TestPortal } from '../testing/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await createTestPortal()
})
afterAll(() => portal.close())

interface List {
  data: { id: number; title: string }[]
  total: number
  from: number
}

test('residents and whoever handles reservations choose among the amenities that are left', async () => {
  const pool = await makeAmenity(portal.db, { title: 'Swimming Pool' })
  const gone = await makeAmenity(portal.db, { title: 'Old Swimming Pool', status: 0 })
  const callers = [
    await portal.as('client'),
    await portal.as('admin', { roles: { amenities: ['view'] } }),
    await portal.as('admin', { roles: { reservations: ['add'] } }),
  ]
  for (const caller of callers) {
    const { body } = await caller.get<List>('/amenities?page=1&limit=0&searchTerm=swimming')
    expect(body).toMatchObject({
      data: [{ id: pool.id, title: 'Swimming Pool', images: [] }],
      total: 1,
      from: 1,
    })
    expect((await caller.get(`/amenity/${pool.id}`)).body).toMatchObject({ id: pool.id })
    expect((await caller.get(`/amenity/${gone.id}`)).status).toBe(404)
  }
})

test('an administrator without amenities or reservations gets 403, who is not logged in 401', async () => {
  const admin = await portal.as('admin', { roles: { gatepass: ['view', 'add'] } })
  expect((await admin.get('/amenities')).body.message).toBe('You do not have the permission amenities.view.')
  expect((await portal.nobody.get('/amenities')).status).toBe(401)
})
