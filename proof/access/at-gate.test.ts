import { expect, test } from 'vitest'
import { openGates } from '@tahanan/server/features/gate/devices/testing.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'
import { callRoute } from './call-route.ts'
import { ENTRIES } from './entries.ts'

/** API calls that a gate device may make with its session, copied by hand from rules 24.23. */
const GATE_DEVICE_ROUTES = [
  'GET /api/gate-counts',
  'GET /api/gate-list',
  'GET /api/gate-passes',
  'GET /api/gate-units',
  'GET /api/gates',
  'GET /api/me',
  'GET /api/walk-ins',
  'POST /api/gate-events',
  'POST /api/gate-scan',
  'POST /api/logout',
  'POST /api/walk-in',
  'PUT /api/walk-in/{id}/answer',
]
const LOGOUT_ROUTE = 'POST /api/logout'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })

test('a session at the gate makes the calls of the gate alone, whatever its permissions', async () => {
  const { enrolGuard } = await openGates(portal)
  const { guard } = await enrolGuard({})
  const path = new Proxy<Record<string, number>>({}, { get: () => 1 })
  const isRefused = async (route: string): Promise<boolean> => {
    const { status, text } = await callRoute(portal, route, { path }, guard)
    return status === 403 && text.includes('"gateDevice"')
  }
  const allowedRoutes: string[] = []
  for (const [route, { isPublic }] of Object.entries(ENTRIES))
    if (!isPublic && route !== LOGOUT_ROUTE && !(await isRefused(route))) allowedRoutes.push(route)
  // Calls the logout last, because it ends the session that all calls use.
  if (!(await isRefused(LOGOUT_ROUTE))) allowedRoutes.push(LOGOUT_ROUTE)
  expect(allowedRoutes.toSorted()).toEqual(GATE_DEVICE_ROUTES)
})
