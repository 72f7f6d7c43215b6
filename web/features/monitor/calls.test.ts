import { expect, test } from 'vitest'
import type { MonitoredTenant } from '@tahanan/contract/tenants/answers.ts'
import { withSeen } from './calls.ts'

const row = (id: number, lastSeen: string | null): MonitoredTenant => ({
  id,
  clientCode: `A-${id}`,
  uoccname: 'Ana Reyes',
  email: '',
  lastSeen,
  online: false,
})
const list = { data: [row(1, '2026-03-14T09:00:00Z'), row(2, null)], total: 2, from: 1 }

test('somebody who comes is online where the row stands', () => {
  const after = withSeen(list, { tenantId: 2, online: true, lastSeen: '2026-03-14T09:05:00Z' })
  expect(after.data.map(({ id, online }) => [id, online])).toEqual([
    [1, false],
    [2, true],
  ])
})

test('an event that was overtaken changes nothing', () => {
  expect(withSeen(list, { tenantId: 1, online: true, lastSeen: '2026-03-14T08:00:00Z' }).data).toEqual(
    list.data,
  )
})
