import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPortal } from '../testing/portal.ts'
import type { TestPortal } from '../testing/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await createTestPortal()
})
afterAll(() => portal.close())

test('a resident reads their own account', async () => {
  const resident = await portal.as('client', { clientCode: 'Z-1', soaAmount: 12.5 })
  const { status, body } = await resident.get('/me')
  expect(status).toBe(200)
  expect(body).toMatchObject({ area: 'client', id: resident.id, clientCode: 'Z-1', soaAmount: 12.5 })
})
