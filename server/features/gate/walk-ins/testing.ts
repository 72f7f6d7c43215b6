import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import type { WalkIn } from '@tahanan/contract/gate/answers.ts'

export const registerWalkIn = (guard: LoggedInCaller, tenantId: number, overrides: object = {}) =>
  guard.post<WalkIn>('/walk-in', {
    key: randomUUID(),
    name: 'Maria Santos',
    purpose: 'Delivery',
    people: 1,
    tenantId,
    ...overrides,
  })

export const answerWalkIn = (caller: LoggedInCaller, { id }: { id: number }, decision: 'allow' | 'deny') =>
  caller.put<WalkIn>(`/walk-in/${id}/answer`, { answer: decision })

export const listWalkIns = async (caller: LoggedInCaller) =>
  (await caller.get<{ data: WalkIn[] }>('/walk-ins')).body.data

export const findShownWalkIn = async (caller: LoggedInCaller, { id }: { id: number }) =>
  (await listWalkIns(caller)).find((walkIn) => walkIn.id === id)

export async function shiftWalkInTimes(db: Db, { id }: { id: number }, seconds: number): Promise<void> {
  const subtractSeconds = (column: string) =>
    sql<Date>`${sql.ref(column)} - make_interval(secs => ${seconds})`
  await db
    .updateTable('walk_ins')
    .set({ call_at: subtractSeconds('call_at'), answer_ends_at: subtractSeconds('answer_ends_at') })
    .where('id', '=', id)
    .execute()
}
