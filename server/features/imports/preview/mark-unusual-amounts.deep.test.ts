import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { addLedgerEntry } from '#features/ledger/ledger-entries.ts'
import { getDayFromNow } from '#features/ledger/testing.ts'
import type { Db } from '#platform/db/client.ts'
import { fillDatabase } from '#seed/fill-database.ts'
import { openDemoPortal, openTestPortal, type TestPortal } from '#testing/portal.ts'
import { mayHaveShiftedRows } from '@tahanan/contract/billing/statement-import.ts'
import { createImportFiles, createImportCalls } from '../testing.ts'

function createRandomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Bill {
  readonly urefno: string
  readonly amount: number
}

const shiftAmounts = (bills: readonly Bill[]): Bill[] =>
  bills.map(({ urefno }, index) => ({ urefno, amount: bills.at(index - 1)?.amount ?? 0 }))

const toFiles = (bills: readonly Bill[], day: string) =>
  createImportFiles(Object.fromEntries(bills.map(({ urefno, amount }) => [urefno, amount.toFixed(2)])), day)

const listLedgers = (db: Db) =>
  db
    .selectFrom('ledgers as l')
    .innerJoin('tenants as t', 't.id', 'l.tenant_id')
    .select(['t.id', 't.client_code as urefno', 'l.balance'])
    .where('t.status', '<>', 0)
    .orderBy('t.id')
    .execute()

/** Pays most balances by credits, because credits change a ledger like payments do. */
async function payMostBalances(portal: TestPortal, draw: () => number): Promise<void> {
  const debtors = (await listLedgers(portal.db)).filter(({ balance }) => balance > 0 && draw() < 0.7)
  await portal.db.transaction().execute(async (tx) => {
    for (const { id, balance } of debtors)
      await addLedgerEntry(
        tx,
        { tenant_id: id, kind: 'credit', amount: -balance, label: 'Paid' },
        'Asia/Manila',
      )
  })
}

async function expectShiftsReported(
  portal: TestPortal,
  getAddedAmount: (index: number, draw: () => number) => number,
) {
  const { prepare, save } = createImportCalls(portal, await portal.as('admin'))
  const draw = createRandomNumbers(7)
  for (const month of [1, 2, 3, 4]) {
    const ledgers = await listLedgers(portal.db)
    const bills = ledgers.map(({ urefno, balance }, index) => ({
      urefno,
      amount: balance + getAddedAmount(index, draw),
    }))
    const day = getDayFromNow(month * 30)
    const shiftedPreview = await prepare(toFiles(shiftAmounts(bills), day))
    const correctPreview = await prepare({ ...toFiles(bills, day), uniqId: shiftedPreview.uniqId })
    const unusualCounts = [shiftedPreview, correctPreview]
      .map(({ body }) => `${body.unusual.rows} of ${body.unusual.of}`)
      .join(', ')
    expect(
      [mayHaveShiftedRows(shiftedPreview.body.unusual), mayHaveShiftedRows(correctPreview.body.unusual)],
      `${month}: ${unusualCounts}`,
    ).toEqual([true, false])
    // In the second month the tenants have an earlier statement, so amounts with a wrong decimal point can be
    // detected.
    if (month === 2) {
      const tenfoldBills = bills.map(({ urefno, amount }) => ({ urefno, amount: amount * 10 }))
      const tenfoldPreview = await prepare({ ...toFiles(tenfoldBills, day) })
      expect(
        mayHaveShiftedRows(tenfoldPreview.body.unusual),
        `${tenfoldPreview.body.unusual.rows} ten times as large`,
      ).toBe(true)
    }
    expect(correctPreview.body.unusual.of).toBe(bills.length)
    expect((await save(correctPreview.uniqId)).body.count).toBe(bills.length)
    await payMostBalances(portal, draw)
  }
}

describe('shifted amounts are reported, ordinary months are not', () => {
  test('in the demo community, with random bills every month', async () => {
    const portal = await openDemoPortal()
    await expectShiftsReported(portal, (_, draw) => 3500 + Math.round(draw() * 1_120_000) / 100)
  })

  test("among the seed's tenants, with dues by unit and water by use", async () => {
    const portal = await openTestPortal()
    const client = new Client(portal.services.pool.options)
    await client.connect()
    const databaseSize = {
      tenants: 300,
      tickets: 0,
      views: 0,
      payments: 900,
      now: new Date(),
      timeZone: 'Asia/Manila',
    }
    await fillDatabase(client, databaseSize).finally(() => client.end())
    const drawUnit = createRandomNumbers(11)
    const dues = Array.from({ length: 300 }, () => 2000 + Math.round(drawUnit() * 6000))
    await expectShiftsReported(
      portal,
      (index, draw) => (dues[index] ?? 0) + Math.round(draw() * 120_000) / 100,
    )
  })
})
