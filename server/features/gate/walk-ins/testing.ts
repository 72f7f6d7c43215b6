import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { LoggedIn } from '#testing/callers.ts'
import type { WalkIn } from '@tahanan/contract/gate/answers.ts'

export const register = (guard: LoggedIn, tenantId: number, more: object = {}) =>
  guard.post<WalkIn>('/walk-in', {
    key: randomUUID(),
    name: 'Maria Santos',
    purpose: 'Delivery',
    people: 1,
    tenantId,
    ...more,
  })

export const answer = (who: LoggedIn, { id }: { id: number }, decision: 'allow' | 'deny') =>
  who.put<WalkIn>(`/walk-in/${id}/answer`, { answer: decision })

export const listWalkIns = async (who: LoggedIn) => (await who.get<{ data: WalkIn[] }>('/walk-ins')).body.data

export const findShownWalkIn = async (who: LoggedIn, { id }: { id: number }) =>
  (await listWalkIns(who)).find((walkIn) => walkIn.id === id)

export async function ageWalkIn(db: Db, { id }: { id: number }, seconds: number): Promise<void> {
  const earlier = (column: string) => sql<Date>`${sql.ref(column)} - make_interval(secs => ${seconds})`
  await db
    .updateTable('walk_ins')
    .set({ call_at: earlier('call_at'), answer_ends_at: earlier('answer_ends_at') })
    .where('id', '=', id)
    .execute()
}
