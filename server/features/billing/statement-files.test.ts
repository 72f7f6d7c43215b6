import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPortal } from '../../testing/portal.ts'
import type { TestPortal } from '../../testing/portal.ts'

let portal: TestPortal
beforeAll(async () => void (portal = await createTestPortal()))
afterAll(() => portal.close())

const KEY = `soa/pdf/soa_a-101-${'0'.repeat(32)}.pdf`

test('a statement opens for its own tenant and for administrators with billings, and for nobody else', async () => {
  const tenant = await portal.as('client')
  const neighbour = await portal.as('client')
  const cashier = await portal.as('admin', { roles: { billings: ['view'] } })
  const guard = await portal.as('admin', { roles: { visitors: ['view'] } })
  await portal.db
    .insertInto('files')
    .values({
      key: KEY,
      folder: 'soa/pdf',
      name: 'soa.pdf',
      mime: 'application/pdf',
      bytes: 1,
      uploader_area: 'admin',
      uploader_id: cashier.id,
      owner_kind: 'statement',
      owner_id: tenant.id,
    })
    .execute()
  const ask = async (caller: typeof tenant | typeof guard) =>
    (await caller.get(`/file?name=${encodeURIComponent(KEY)}`)).status
  expect(await ask(tenant)).toBe(200)
  expect(await ask(cashier)).toBe(200)
  expect(await ask(neighbour)).toBe(404)
  expect(await ask(guard)).toBe(404)
})
