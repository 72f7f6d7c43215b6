import { expect, test } from 'vitest'
import type { MonitoredTenant } from '@tahanan/contract/tenants/answers.ts'
import { applyPresence } from './calls.ts'

const createTenantRow = (id: number, lastSeen: string | null): MonitoredTenant => ({
  id,
  clientCode: `A-${id}`,
  uoccname: 'Ana Reyes',
  email: '',
  lastSeen,
  online: false,
})
const monitoredTenants = {
  data: [createTenantRow(1, '2026-03-14T09:00:00Z'), createTenantRow(2, null)],
  total: 2,
  from: 1,
}

test('a resident who connects becomes online in place', () => {
  const updatedTenants = applyPresence(monitoredTenants, {
    tenantId: 2,
    online: true,
    lastSeen: '2026-03-14T09:05:00Z',
  })
  expect(updatedTenants.data.map(({ id, online }) => [id, online])).toEqual([
    [1, false],
    [2, true],
  ])
})

test('a late event has no effect', () => {
  expect(
    applyPresence(monitoredTenants, { tenantId: 1, online: true, lastSeen: '2026-03-14T08:00:00Z' }).data,
  ).toEqual(monitoredTenants.data)
})
