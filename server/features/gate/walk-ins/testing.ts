import { randomUUID } from 'node:crypto'
import type { LoggedIn } from '#testing/callers.ts'
import type { WalkIn } from '@tahanan/contract/gate/answers.ts'

/** Registers a walk-in for a tenant. */
export const register = (guard: LoggedIn, tenantId: number, more: object = {}) =>
  guard.post<WalkIn>('/walk-in', {
    key: randomUUID(),
    name: 'Maria Santos',
    purpose: 'Delivery',
    people: 1,
    tenantId,
    ...more,
  })
