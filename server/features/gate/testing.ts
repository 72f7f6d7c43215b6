import { randomUUID } from 'node:crypto'
import { createTestTicket } from '#features/tickets/testing.ts'
import type { Db } from '#platform/db/client.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import type { EntryResults } from '@tahanan/contract/gate/answers.ts'
import type { NewEntry } from '@tahanan/contract/gate/requests.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'

const HOUR_MS = 3_600_000
export const GUARD_ROLES = { gate: ['view', 'scan'] } as const

export interface TestPass {
  readonly id: number
  readonly code: string
  readonly ticketId: number
  readonly number: string
  readonly name: string
}

export async function createApprovedPass(
  portal: TestPortal,
  {
    module = 'visitor',
    resident,
    ...more
  }: { module?: string; resident?: LoggedInCaller; [field: string]: unknown } = {},
): Promise<TestPass> {
  const [owner, office] = [resident ?? (await portal.as('client')), await portal.as('admin')]
  const ticket = await createTestTicket(owner, module, more)
  const { path, pass } = getModule(module)
  await office.put(`/${path.one}/${ticket.id}`, { status: 2 })
  const { id, code } = await makePassValidNow(portal.db, ticket.id)
  return {
    id,
    code,
    ticketId: ticket.id,
    number: ticket.ticketNumber,
    name: String(ticket[pass?.name ?? '']),
  }
}

const makePassValidNow = (db: Db, ticketId: number, now = Date.now()) =>
  db
    .updateTable('gate_passes')
    .set({
      valid_from: new Date(now - HOUR_MS),
      valid_to: new Date(now + HOUR_MS),
      day_from: null,
      day_to: null,
    })
    .where('ticket_id', '=', ticketId)
    .where('ended_at', 'is', null)
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()

export const createEntryBody = (code: string, kind: NewEntry['kind'], overrides: Partial<NewEntry> = {}) => ({
  key: randomUUID(),
  code,
  kind,
  people: 1,
  at: new Date().toISOString(),
  deviceAt: new Date().toISOString(),
  ...overrides,
})

export async function sendGateEntries(
  guard: LoggedInCaller,
  ...events: object[]
): Promise<EntryResults['data']> {
  const { status, body } = await guard.post<EntryResults>('/gate-events', { events })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}

export const findPassRow = (db: Db, id: number) =>
  db.selectFrom('gate_passes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function enrolTestDevice(db: Db, { sessionId }: LoggedInCaller, name = `Gate ${randomUUID()}`) {
  const gate = await db.insertInto('gates').values({ name }).returning('id').executeTakeFirstOrThrow()
  const device = await db
    .insertInto('gate_devices')
    .values({ gate_id: gate.id, name: 'Tablet', enrolled_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('sessions').set({ gate_device_id: device.id }).where('id', '=', sessionId).execute()
  return { gateId: gate.id, deviceId: device.id }
}

export const MINUTE_MS = 60_000

export const getTimeAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * MINUTE_MS).toISOString()

export const createOfflineTimes = (minutes: number) => ({
  at: getTimeAgo(minutes),
  deviceAt: getTimeAgo(minutes),
  offline: true,
})
