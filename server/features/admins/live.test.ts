import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { newAdminBody } from './testing.ts'

const portal = await openTestPortal()

/** The rooms that heard of this administrator since the last look. */
async function roomsOf(id: number): Promise<string[]> {
  const heard = (await portal.told()).flatMap((delivery) =>
    'event' in delivery && delivery.event === 'administrators' ? [delivery] : [],
  )
  for (const { data } of heard) expect(data).toEqual({ id })
  return heard.map(({ room }) => room).toSorted()
}

test('who may list administrators hears of each that is added, changed and deleted, and nobody else', async () => {
  const superAdmin = await portal.as('super-admin')
  const reader = await portal.as('admin', { roles: { utilities: ['userAccessDefinition'] } })
  await portal.as('admin', { roles: { utilities: ['view', 'manageAccess'], tenants: ['view'] } })
  await portal.as('client')
  await roomsOf(0)
  const listeners = [`admin.${reader.id}`, 'area.super-admin']

  const { body } = await superAdmin.post<{ id: number }>('/user-admin', newAdminBody())
  expect(await roomsOf(body.id)).toEqual(listeners)
  await superAdmin.put(`/user-admin/${body.id}`, { name: 'Renamed' })
  expect(await roomsOf(body.id)).toEqual(listeners)
  // a change of nothing is told to nobody
  await superAdmin.put(`/user-admin/${body.id}`, { name: 'Renamed' })
  expect(await roomsOf(body.id)).toEqual([])
  await superAdmin.delete(`/user-admin/${body.id}`)
  expect(await roomsOf(body.id)).toEqual(listeners)
})
