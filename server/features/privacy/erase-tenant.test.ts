import { expect, test } from 'vitest'
import { openDemoPortal } from '#testing/portal.ts'
import { eraseTenant } from './erase-tenant.ts'
import { addRowsOfTenant, findBusiestTenant, findMarker, KEPT, MARKER, markTenant } from './testing-marker.ts'

const portal = await openDemoPortal()
const { db } = portal

test('of an erased tenant what the register keeps stays, and nothing else', async () => {
  const id = await findBusiestTenant(db)
  await addRowsOfTenant(db, id)
  const marked = await markTenant(db, id)
  expect(marked.length).toBeGreaterThan(20)
  expect(await findMarker(db)).toEqual(
    expect.arrayContaining(['tenants.uoccname', 'tickets.details', 'tickets.search_text', 'messages.text']),
  )
  const kept = await findMarker(db, KEPT)
  expect(kept).toEqual(expect.arrayContaining(['tenants.client_code', 'payments.bank_reference']))
  const erase = () => db.transaction().execute((tx) => eraseTenant(tx, id))

  const { rows, keys } = await erase()

  expect(await findMarker(db)).toEqual([])
  expect(await findMarker(db, KEPT)).toEqual(kept)
  expect(keys).toEqual(expect.arrayContaining([expect.stringContaining(MARKER)]))
  expect(rows['messages']).toBeGreaterThan(0)
  const { uoccname, status } = await db
    .selectFrom('tenants')
    .select(['uoccname', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect({ uoccname, status }).toEqual({ uoccname: `Erased tenant ${id}`, status: 0 })

  const again = await erase()
  expect(Object.entries(again.rows).filter(([, count]) => count > 0)).toEqual([])
  expect(again.keys).toEqual([])
})
