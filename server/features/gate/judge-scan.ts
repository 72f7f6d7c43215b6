import { loadBarredCheck } from '#features/gate/do-not-admit/repository.ts'
import { findPass, presentGatePass } from '#features/passes/gate-pass-row.ts'
import type { AdminActor } from '#platform/actor.ts'
import { createTooManyRequestsError } from '#platform/errors.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import type { GatePass, ScanResult } from '@tahanan/contract/gate/answers.ts'
import { judgePass, type Direction, type Verdict } from '@tahanan/contract/gate/judge-pass.ts'
import { CLOCK_TOLERANCE_MS, type EntryMark } from '@tahanan/contract/gate/labels-and-codes.ts'
import { createWrongCodeLimit } from './wrong-code-limit.ts'

/**
 * Checks whether the people of a scanned pass may enter or leave. Writes nothing except the count of unknown
 * codes. Throws 429 after too many unknown codes.
 */
export async function scanPass(
  services: PlatformContext,
  actor: AdminActor,
  scanBody: { code?: string; token?: string },
  address: string,
): Promise<ScanResult> {
  const { db, config } = services
  const codeLimit = createWrongCodeLimit(services, actor, address)
  const [row, isBarred, wait] = await Promise.all([
    findPass(db, scanBody),
    loadBarredCheck(db, config.communityTimeZone),
    codeLimit.wait(),
  ])
  if (wait > 0) throw createTooManyRequestsError(wait)
  if (!row) await codeLimit.count()
  return judgeScan(row ? presentGatePass(row, isBarred) : null, {
    now: new Date(),
    timeZone: config.communityTimeZone,
    direction: actor.gate?.direction,
  })
}

export function judgeScan(
  pass: GatePass | null,
  context: { now: Date; timeZone: string; direction?: Direction | undefined },
): ScanResult {
  if (!pass) return { verdict: 'unknown', may: [], pass }
  const { verdict, may } = judgePass(pass, { direction: 'both', ...context })
  return { verdict, may: [...may], pass }
}

interface EntryToMark {
  readonly kind: 'in' | 'out'
  readonly people: number
  readonly workers: readonly string[]
  readonly at: Date
  /** Time of the entry by the device's clock; null if the server's clock is used. */
  readonly deviceAt: Date | null
  /**
   * Time when the session was last online before it went offline. Null for an online entry, and if the
   * session never went offline.
   */
  readonly seenAt: Date | null
}

const VERDICT_MARKS: Readonly<Record<Verdict, EntryMark>> = {
  mayEnter: '',
  mayLeave: '',
  tooEarly: 'hours',
  tooLate: 'hours',
  inside: 'inside',
  ended: 'ended',
  unknown: 'unknown',
  askOffice: 'barred',
}

/**
 * Returns the mark of an entry (a person going in or out) that contradicts the present state of its pass; ''
 * without a contradiction (rules 24.13).
 */
export function getEntryMark(pass: GatePass | null, entry: EntryToMark, timeZone: string): EntryMark {
  if (!pass) return 'unknown'
  const { kind, people, workers, at, deviceAt, seenAt } = entry
  const peopleInside = pass.entered - pass.left
  // A pass that ended only after the entry was still valid at the time of the entry.
  const endedAt = pass.endedAt !== null && new Date(pass.endedAt) <= at ? pass.endedAt : null
  const context = { now: at, timeZone }
  const unusedPassVerdict = judgePass({ ...pass, endedAt, entered: 0, left: 0 }, context).verdict
  if (kind === 'out') {
    const isNamed = pass.workersInside.length === peopleInside
    if (people > peopleInside || (isNamed && workers.some((name) => !pass.workersInside.includes(name))))
      return 'notInside'
    if (unusedPassVerdict === 'tooLate' || unusedPassVerdict === 'tooEarly') return 'hours'
  } else {
    if (unusedPassVerdict !== 'mayEnter') return VERDICT_MARKS[unusedPassVerdict]
    if (!judgePass({ ...pass, endedAt }, context).may.includes('in'))
      return peopleInside > 0 ? 'inside' : 'ended'
    if (workers.some((name) => pass.workersInside.includes(name))) return 'inside'
    const peopleUsed = pass.entries === 'one' ? pass.entered : peopleInside
    if (peopleUsed + people > pass.people) return 'people'
  }
  if (seenAt !== null && at.getTime() < seenAt.getTime() - CLOCK_TOLERANCE_MS) return 'online'
  const isClockOff = deviceAt !== null && Math.abs(deviceAt.getTime() - at.getTime()) > CLOCK_TOLERANCE_MS
  return isClockOff ? 'clock' : ''
}
