import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listBarredKeys } from '#features/gate/do-not-admit/repository.ts'
import { presentGatePass } from '#features/passes/gate-pass-row.ts'
import type { Db } from '#platform/db/client.ts'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import { createBarredCheck } from '@tahanan/contract/gate/create-barred-check.ts'
import { getGateDay, listStoredPasses } from './list-passes.ts'

interface PassesForDevices {
  readonly at: string
  /** Hash of the passes and the do-not-admit list. */
  readonly version: string
  readonly passes: GatePass[]
  readonly barred: string[]
}

// Minimum milliseconds between two queries of the list, because all devices request it after each change.
const MIN_INTERVAL_MS = 1000

interface RunningQuery {
  readonly list: Promise<PassesForDevices>
  readonly isOver: Promise<unknown>
  next?: Promise<PassesForDevices>
}

const runningQueries = new WeakMap<Db, RunningQuery>()

/**
 * Lists the passes that gate devices store. While a query runs, callers wait and share the next one. The next
 * query starts after their calls, so its result contains every entry that was saved before them.
 */
export function listPassesForDevices(db: Db, timeZone: string): Promise<PassesForDevices> {
  const runningQuery = runningQueries.get(db)
  if (runningQuery) return (runningQuery.next ??= runningQuery.isOver.then(() => startQuery(db, timeZone)))
  return startQuery(db, timeZone)
}

function startQuery(db: Db, timeZone: string): Promise<PassesForDevices> {
  const list = loadPassesForDevices(db, timeZone)
  const isOver = Promise.allSettled([list, sleep(MIN_INTERVAL_MS, undefined, { ref: false })])
  const query: RunningQuery = { list, isOver }
  runningQueries.set(db, query)
  void isOver.then(() => {
    if (!query.next) runningQueries.delete(db)
  })
  return list
}

async function loadPassesForDevices(db: Db, timeZone: string): Promise<PassesForDevices> {
  const now = new Date()
  const barredKeys = (await listBarredKeys(db, timeZone)).toSorted()
  const isBarred = createBarredCheck(barredKeys)
  const passes = (await listStoredPasses(db, getGateDay(now, timeZone))).map((row) =>
    presentGatePass(row, isBarred),
  )
  return {
    at: now.toISOString(),
    version: hash('sha256', JSON.stringify([passes, barredKeys])),
    passes,
    barred: barredKeys,
  }
}
