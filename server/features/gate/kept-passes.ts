import { hash } from 'node:crypto'
import { barredKeys } from '#features/do-not-admit/repository.ts'
import { presentGatePass } from '#features/passes/read-passes.ts'
import type { Db } from '#platform/db/client.ts'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import { createIsBarred } from '@tahanan/contract/gate/is-barred.ts'
import { gateDay, keptPasses } from './lists.ts'

interface KeptPasses {
  readonly at: string
  /** Changes with the passes and the do-not-admit list. */
  readonly version: string
  readonly passes: GatePass[]
  readonly barred: string[]
}

/** Milliseconds in which devices share a list: all of them ask after each news. */
const SHARED_MS = 1000

const shared = new WeakMap<Db, { readonly until: number; readonly list: Promise<KeptPasses> }>()

/** Returns the passes that devices keep, at most a second old. */
export function readKeptPasses(db: Db, timeZone: string): Promise<KeptPasses> {
  const last = shared.get(db)
  if (last && performance.now() < last.until) return last.list
  const list = read(db, timeZone)
  shared.set(db, { until: performance.now() + SHARED_MS, list })
  list.catch(() => shared.delete(db))
  return list
}

async function read(db: Db, timeZone: string): Promise<KeptPasses> {
  const now = new Date()
  const barred = (await barredKeys(db, timeZone)).toSorted()
  const isBarred = createIsBarred(barred)
  const passes = (await keptPasses(db, gateDay(now, timeZone))).map((row) => presentGatePass(row, isBarred))
  return { at: now.toISOString(), version: hash('sha256', JSON.stringify([passes, barred])), passes, barred }
}
