import { expect, test } from 'vitest'
import { createTestTenant } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findTenantOfUnit } from './repository.ts'

const portal = await openTestPortal()
const findTenant = (unit: string) => portal.db.transaction().execute((tx) => findTenantOfUnit(tx, { unit }))

test('a typed unit names its tenant only if it has one tenant', async () => {
  const { id } = await createTestTenant(portal.db, { unitNumber: '12-A' })
  await createTestTenant(portal.db, { unitNumber: '14-C' })
  await createTestTenant(portal.db, { unitNumber: '14 C' })
  await createTestTenant(portal.db, { unitNumber: '16-D', status: 0 })
  expect(await findTenant('unit 12a')).toBe(id)
  for (const unit of ['14C', '16-D', '99', '']) expect(await findTenant(unit)).toBeUndefined()
})
