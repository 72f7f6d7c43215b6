import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listBarredKeys } from '#features/gate/do-not-admit/repository.ts'
import { presentGatePass } from '#features/passes/gate-pass-row.ts'
import type { Db } from '#platform/db/client.ts'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import { createIsBarred } from '@tahanan/contract/gate/is-barred.ts'
import { getGateDay, listStoredPasses } from './list-passes.ts'

interface KeptPasses {
  readonly at: string
  /** Hash of the passes and the do-not-admit list. It changes when either changes. */
  readonly version: string
  readonly passes: GatePass[]
  readonly barred: string[]
}

// Minimum milliseconds between two queries of the list, because all devices request it after each change.
const MIN_INTERVAL_MS = 1000

interface Reading {
  readonly list: Promise<KeptPasses>
  readonly isOver: Promise<unknown>
  next?: Promise<KeptPasses>
}

const readings = new WeakMap<Db, Reading>()

/**
 * Lists the passes that devices store. Calls within a second share the next query. It runs after these calls,
 * so it contains every entry that was answered before them.
 */
export function listKeptPasses(db: Db, timeZone: string): Promise<KeptPasses> {
  const running = readings.get(db)
  if (running) return (running.next ??= running.isOver.then(() => startReading(db, timeZone)))
  return startReading(db, timeZone)
}

function startReading(db: Db, timeZone: string): Promise<KeptPasses> {
  const list = loadPasses(db, timeZone)
  const isOver = Promise.allSettled([list, sleep(MIN_INTERVAL_MS, undefined, { ref: false })])
  const reading: Reading = { list, isOver }
  readings.set(db, reading)
  void isOver.then(() => {
    if (!reading.next) readings.delete(db)
  })
  return list
}

async function loadPasses(db: Db, timeZone: string): Promise<KeptPasses> {
  const now = new Date()
  const barred = (await listBarredKeys(db, timeZone)).toSorted()
  const isBarred = createIsBarred(barred)
  const passes = (await listStoredPasses(db, getGateDay(now, timeZone))).map((row) =>
    presentGatePass(row, isBarred),
  )
  return { at: now.toISOString(), version: hash('sha256', JSON.stringify([passes, barred])), passes, barred }
}
