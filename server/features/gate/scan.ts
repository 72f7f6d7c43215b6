import { readIsBarred } from '#features/do-not-admit/repository.ts'
import { findPass, presentGatePass } from '#features/passes/read-passes.ts'
import type { AdminActor } from '#platform/actor.ts'
import { addAttempts, countAttempts } from '#platform/attempts.ts'
import type { Db } from '#platform/db/client.ts'
import { tooManyRequests } from '#platform/errors.ts'
import { network } from '#platform/http/limits/network.ts'
import { change, type Services } from '#platform/services.ts'
import type { Scan } from '@tahanan/contract/gate/answers.ts'
import { judgeScan } from './judge-entry.ts'
import { notifyLogReaders } from './ticket-effects.ts'

/** Unknown codes of a device, and of an address, in 15 minutes: more than honest mistakes (rules 24.11). */
const GUESSES = { device: 60, address: 300 } as const
const SECONDS = 15 * 60

/** Judges a scanned code or token. Writes nothing but guesses; throws 429 for too many of these. */
export async function scanPass(
  services: Services,
  actor: AdminActor,
  scanned: { code?: string; token?: string },
  address: string,
): Promise<Scan> {
  const { db, config } = services
  const limits: readonly Limit[] = [
    [actor.gate ? `gate device ${actor.gate.deviceId}` : `gate session ${actor.sessionId}`, GUESSES.device],
    [`gate address ${network(address)}`, GUESSES.address],
  ]
  const [row, isBarred] = await Promise.all([
    findPass(db, scanned),
    readIsBarred(db, config.communityTimeZone),
    requireFewGuesses(db, limits),
  ])
  if (!row) await countGuess(services, actor, limits)
  return judgeScan(row ? presentGatePass(row, isBarred) : null, {
    now: new Date(),
    timeZone: config.communityTimeZone,
    direction: actor.gate?.direction,
  })
}

type Limit = readonly [subject: string, most: number]

async function requireFewGuesses(db: Db, limits: readonly Limit[]): Promise<void> {
  const counted = await Promise.all(limits.map(([subject]) => countAttempts(db, subject, SECONDS)))
  const full = counted.filter(({ n }, place) => n >= (limits[place]?.[1] ?? Infinity))
  if (full.length > 0) throw tooManyRequests(Math.max(...full.map(({ wait }) => wait)))
}

/** Counts a guess, and tells the office of the last one that is let through. */
async function countGuess(services: Services, actor: AdminActor, limits: readonly Limit[]): Promise<void> {
  await addAttempts(
    services.db,
    limits.map(([subject]) => subject),
  )
  const [subject = '', most] = limits[0] ?? []
  const { n } = await countAttempts(services.db, subject, SECONDS)
  if (n !== most) return
  const where = actor.gate ? `${actor.gate.device}, ${actor.gate.name}` : actor.name
  await change(services, (tx) =>
    notifyLogReaders(tx, 'Unknown codes at the gate', `${most} in 15 minutes: ${where}.`, '/admin/gate-log'),
  )
}
