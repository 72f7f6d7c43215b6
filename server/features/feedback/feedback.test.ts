import { beforeEach, expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin', { roles: { feedbacks: ['view'] } })
const resident = await portal.as('client', { uoccname: 'Maria Santos', email: 'maria@example.test' })
beforeEach(async () => {
  await portal.db.deleteFrom('feedbacks').execute()
})

type List = ListOf<{ id: number; rate: number; message: string }>
const listFeedback = async (query = '') => (await admin.get<List>(`/feedbacks${query}`)).body

test('the office reads feedback with author, rating and time', async () => {
  const { status, body } = await resident.post('/feedback', { rate: 4, message: ' Fast repair. ' })
  expect(status).toBe(201)
  expect(await listFeedback()).toEqual({
    data: [
      {
        id: body.id,
        tenant: { uoccname: 'Maria Santos', email: 'maria@example.test' },
        rate: 4,
        message: 'Fast repair.',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ],
    total: 1,
    from: 1,
  })
})

test('a message is optional, a rating is not', async () => {
  expect((await resident.post('/feedback', { rate: 5 })).status).toBe(201)
  const missingRateReply = await resident.post('/feedback', { message: 'Hello' })
  expect([missingRateReply.status, missingRateReply.body.errors]).toEqual([
    400,
    { rate: ['Please choose 1 to 5 stars!'] },
  ])
  for (const invalidRate of [0, 6, -1, 2.5, 'five', true, [5], {}, 1e9, null])
    expect((await resident.post('/feedback', { rate: invalidRate })).status).toBe(400)
  for (const message of ['x'.repeat(2001), ['x'], { a: 1 }, 'a\u0000b'])
    expect((await resident.post('/feedback', { rate: 5, message })).status).toBe(400)
  expect((await listFeedback()).total).toBe(1)
})

test('lists are paged, the newest first, and searched by message', async () => {
  for (let n = 1; n <= 12; n++)
    await resident.post('/feedback', { rate: 3, message: n === 7 ? 'Salamat 100%' : `Message ${n}` })
  const secondPage = await listFeedback('?page=2')
  expect(secondPage.data.map(({ message }) => message)).toEqual(['Message 2', 'Message 1'])
  expect([secondPage.total, secondPage.from]).toEqual([12, 11])
  expect((await listFeedback('?searchTerm=SALAMAT')).data).toMatchObject([{ message: 'Salamat 100%' }])
  expect((await listFeedback('?searchTerm=%25')).total).toBe(1)
  expect((await listFeedback('?searchTerm=nothing')).data).toEqual([])
})

test('it is sent to administrators who may view it, and to no resident', async () => {
  const memorandumsAdmin = await portal.as('admin', { roles: { memorandums: ['view'] } })
  await portal.drainEvents()
  const { body } = await resident.post('/feedback', { rate: 5 })
  const feedbackEvents = (await portal.drainEvents()).filter(
    (delivery) => 'event' in delivery && delivery.event === 'feedbacks',
  )
  expect(feedbackEvents).toContainEqual({
    room: `admin.${admin.id}`,
    event: 'feedbacks',
    data: { id: body.id },
  })
  const rooms = feedbackEvents.map((feedbackEvent) => ('room' in feedbackEvent ? feedbackEvent.room : ''))
  expect(rooms).not.toContain(`admin.${memorandumsAdmin.id}`)
  expect(rooms.filter((room) => room.includes('client'))).toEqual([])
})
