import { expect, test } from 'vitest'
import { openDemoPortal } from '#testing/portal.ts'
import { eraseTenant } from './erase-tenant.ts'
import {
  addRowsOfTenant,
  findBusiestTenant,
  findMarker,
  KEPT_MARKER,
  MARKER,
  markTenant,
} from './testing-marker.ts'

const portal = await openDemoPortal()
const { db } = portal

test('of an erased tenant what the register keeps stays, and nothing else', async () => {
  const id = await findBusiestTenant(db)
  await addRowsOfTenant(db, id)
  const markedTables = await markTenant(db, id)
  expect(markedTables.length).toBeGreaterThan(20)
  expect(await findMarker(db)).toEqual(
    expect.arrayContaining(['tenants.uoccname', 'tickets.details', 'tickets.search_text', 'messages.text']),
  )
  const keptColumns = await findMarker(db, KEPT_MARKER)
  expect(keptColumns).toEqual(expect.arrayContaining(['tenants.client_code', 'payments.bank_reference']))
  const eraseInTransaction = () => db.transaction().execute((tx) => eraseTenant(tx, id))

  const { rows, keys } = await eraseInTransaction()

  expect(await findMarker(db)).toEqual([])
  expect(await findMarker(db, KEPT_MARKER)).toEqual(keptColumns)
  expect(keys).toEqual(expect.arrayContaining([expect.stringContaining(MARKER)]))
  expect(rows['messages']).toBeGreaterThan(0)
  const { uoccname, status } = await db
    .selectFrom('tenants')
    .select(['uoccname', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect({ uoccname, status }).toEqual({ uoccname: `Erased tenant ${id}`, status: 0 })

  const secondResult = await eraseInTransaction()
  expect(Object.entries(secondResult.rows).filter(([, count]) => count > 0)).toEqual([])
  expect(secondResult.keys).toEqual([])
})
