import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { createAdminBody } from './testing.ts'

const portal = await openTestPortal()

async function drainEventRooms(id: number): Promise<string[]> {
  const receivedEvents = (await portal.drainEvents()).flatMap((delivery) =>
    'event' in delivery && delivery.event === 'administrators' ? [delivery] : [],
  )
  for (const { data } of receivedEvents) expect(data).toEqual({ id })
  return receivedEvents.map(({ room }) => room).toSorted()
}

test('administrators who may list administrators receive additions, changes and deletions, others none', async () => {
  const superAdmin = await portal.as('super-admin')
  const permittedAdmin = await portal.as('admin', { roles: { utilities: ['userAccessDefinition'] } })
  await portal.as('admin', { roles: { utilities: ['view', 'manageAccess'], tenants: ['view'] } })
  await portal.as('client')
  await drainEventRooms(0)
  const listeners = [`admin.${permittedAdmin.id}`, 'area.super-admin']

  const { body } = await superAdmin.post<{ id: number }>('/user-admin', createAdminBody())
  expect(await drainEventRooms(body.id)).toEqual(listeners)
  await superAdmin.put(`/user-admin/${body.id}`, { name: 'Renamed' })
  expect(await drainEventRooms(body.id)).toEqual(listeners)
  await superAdmin.put(`/user-admin/${body.id}`, { name: 'Renamed' })
  expect(await drainEventRooms(body.id)).toEqual([])
  await superAdmin.delete(`/user-admin/${body.id}`)
  expect(await drainEventRooms(body.id)).toEqual(listeners)
})
