import { beforeEach, expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Memorandum } from '@tahanan/contract/records/answers.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const resident = await portal.as('client')
beforeEach(async () => {
  await portal.db.deleteFrom('memorandums').execute()
})

const publishMemorandum = async (title: string, date: string) =>
  (await admin.post<Memorandum>('/memorandum', { title, description: 'All residents, please note.', date }))
    .body

test('all memorandums are listed in one call, the latest date first', async () => {
  for (let day = 10; day < 25; day++) await publishMemorandum(`Memo of ${day}`, `2026-03-${day}`)
  await publishMemorandum('Found in a drawer', '2019-01-01')
  const { body } = await resident.get<ListOf<Memorandum>>('/memorandums')
  expect([body.data.length, body.total, body.from]).toEqual([16, 16, 1])
  expect([body.data[0]?.title, body.data.at(-1)?.title]).toEqual(['Memo of 24', 'Found in a drawer'])
  const cardResponse = await resident.get<ListOf<Memorandum>>('/memorandums?page=2&limit=3')
  expect(cardResponse.body.data.map(({ title }) => title)).toEqual(['Memo of 21', 'Memo of 20', 'Memo of 19'])
  expect(cardResponse.body.from).toBe(4)
})

test('one is read by its id, as the notification links to it', async () => {
  const { id } = await publishMemorandum('Fire drill', '2026-05-04')
  expect((await resident.get<Memorandum>(`/memorandum/${id}`)).body).toMatchObject({ title: 'Fire drill' })
  await admin.delete(`/memorandum/${id}`)
  expect((await resident.get(`/memorandum/${id}`)).status).toBe(404)
})

test('residents are notified of a new one, not of a change or a refused one', async () => {
  const reader = await portal.as('client')
  const { id } = await publishMemorandum('Fire drill', '2026-05-04')
  await admin.put(`/memorandum/${id}`, { title: 'Fire drill on Monday' })
  await admin.post('/memorandum', { title: 'Half a memo' })
  const { body } = await reader.get<{ data: Record<string, unknown>[] }>(`/client-notif/${reader.id}`)
  expect(body.data).toMatchObject([
    { title: 'New memorandum', message: 'Fire drill on Monday', link: `/memorandums?id=${id}`, isRead: 0 },
  ])
  expect(body.data).toHaveLength(1)
})

test('the mail of a new one names it and has its description', async () => {
  const { id } = await publishMemorandum('Fire drill', '2026-05-04')
  const { letter } = await portal.db
    .selectFrom('notifications')
    .select('letter')
    .where('link', '=', `/memorandums?id=${id}`)
    .executeTakeFirstOrThrow()
  expect(letter).toMatchObject({ subject: 'New memorandum: Fire drill', action: 'Open the memorandum' })
  expect(letter?.paragraphs.join('')).not.toBe('')
})

test('a date is a moment: a day alone is that day in community time', async () => {
  const { id } = await publishMemorandum('Fire drill', '2026-05-04')
  const { body } = await resident.get<{ date: string }>(`/memorandum/${id}`)
  expect(body.date).toBe('2026-05-03T16:00:00.000Z')
  const refusedReply = await admin.put(`/memorandum/${id}`, { date: 'tomorrow' })
  expect([refusedReply.status, refusedReply.body.errors]).toEqual([400, { date: ['This is not a date.'] }])
})

test('the author is the caller', async () => {
  const { id } = await publishMemorandum('Fire drill', '2026-05-04')
  const row = await portal.db.selectFrom('memorandums').select('post_by_id').where('id', '=', id).execute()
  expect(row).toEqual([{ post_by_id: admin.id }])
})
