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

/** The read that is running, and the one after it. */
const reads = new WeakMap<Db, { readonly list: Promise<KeptPasses>; next?: Promise<KeptPasses> }>()

/**
 * Returns the passes that devices keep. All of them ask after each news, so those that ask while a list is read share
 * the next one, which has every entry that was answered before.
 */
export function readKeptPasses(db: Db, timeZone: string): Promise<KeptPasses> {
  const running = reads.get(db)
  if (running) return (running.next ??= running.list.catch(() => {}).then(() => start(db, timeZone)))
  return start(db, timeZone)
}

function start(db: Db, timeZone: string): Promise<KeptPasses> {
  const reading = { list: read(db, timeZone) }
  reads.set(db, reading)
  const end = (): unknown => !('next' in reading) && reads.delete(db)
  reading.list.then(end, end)
  return reading.list
}

async function read(db: Db, timeZone: string): Promise<KeptPasses> {
  const now = new Date()
  const barred = (await barredKeys(db, timeZone)).toSorted()
  const isBarred = createIsBarred(barred)
  const passes = (await keptPasses(db, gateDay(now, timeZone))).map((row) => presentGatePass(row, isBarred))
  return { at: now.toISOString(), version: hash('sha256', JSON.stringify([passes, barred])), passes, barred }
}
