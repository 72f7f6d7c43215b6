import { expect } from 'vitest'
import type { Db } from '#platform/db/client.ts'
import { createKey } from '#platform/files/store/file-key.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import type { UploadFolder } from '@tahanan/contract/limits.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'

export const DAY_MS = 86_400_000

export type Ticket = Record<string, unknown> & {
  id: number
  ticketNumber: string
  status: number
  updated_at: string
  can: string[]
}
export type TicketListAnswer = {
  data: Ticket[]
  total: number
  from: number
  counts?: Record<string, number>
}

export const createExample = (name: string, overrides: object = {}) => ({
  ...createExampleBody(getModule(name), new Date(), 'Asia/Manila'),
  ...overrides,
})

export const getDayAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

export const createBookingBody = (amenityId: number, days: number, from: string, to: string) =>
  createExample('reservation', {
    amenityId,
    startTime: `${getDayAhead(days)} ${from}:00`,
    endTime: `${getDayAhead(days)} ${to}:00`,
  })

export async function createTestTicket(
  resident: LoggedInCaller,
  name: string,
  overrides: object = {},
): Promise<Ticket> {
  const { status, body } = await resident.post<Ticket>(
    `/${getModule(name).path.one}`,
    createExample(name, overrides),
  )
  expect([status, body.message]).toEqual([201, undefined])
  return body
}

export async function insertTestFile(
  db: Db,
  caller: LoggedInCaller,
  folder: UploadFolder = 'images',
): Promise<{ name: string; url: string }> {
  const url = createKey(folder, 'photo', 'jpg')
  await db
    .insertInto('files')
    .values({
      key: url,
      folder,
      name: 'photo.jpg',
      mime: 'image/jpeg',
      bytes: 10,
      uploader_area: caller.area,
      uploader_id: caller.id,
    })
    .execute()
  return { name: 'photo.jpg', url }
}
