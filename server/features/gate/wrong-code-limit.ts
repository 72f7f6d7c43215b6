import type { AdminActor } from '#platform/actor.ts'
import { addAttempts, countAttempts } from '#platform/attempts.ts'
import { toNetworkKey } from '#platform/http/limits/to-network-key.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { notifyLogReaders } from './update-ticket-of-pass.ts'

// Wrong codes allowed in 15 minutes for each device and IP address. Honest mistakes stay below these limits
// (rules 24.11).
const MAX_WRONG_CODES = { device: 60, address: 300 } as const
const PERIOD_SECONDS = 15 * 60

export interface WrongCodeLimit {
  /** Returns the seconds until the next attempt is allowed; 0 if it is allowed now. */
  wait(): Promise<number>
  count(): Promise<void>
}

export function createWrongCodeLimit(
  services: PlatformContext,
  actor: AdminActor,
  address: string,
): WrongCodeLimit {
  const { db } = services
  const deviceSubject = actor.gate ? `gate device ${actor.gate.deviceId}` : `gate session ${actor.sessionId}`
  const limits = [
    { subject: deviceSubject, most: MAX_WRONG_CODES.device },
    { subject: `gate address ${toNetworkKey(address)}`, most: MAX_WRONG_CODES.address },
  ] as const
  return {
    async wait() {
      const attemptCounts = await Promise.all(
        limits.map(({ subject }) => countAttempts(db, subject, PERIOD_SECONDS)),
      )
      const waitSeconds = attemptCounts.flatMap(({ n, wait }, index) =>
        n >= (limits[index]?.most ?? Infinity) ? [wait] : [],
      )
      return Math.max(0, ...waitSeconds.map((wait) => Math.max(1, wait)))
    },
    async count() {
      await addAttempts(
        db,
        limits.map(({ subject }) => subject),
      )
      const { n } = await countAttempts(db, deviceSubject, PERIOD_SECONDS)
      if (n !== MAX_WRONG_CODES.device) return
      const gateText = actor.gate ? `${actor.gate.device}, ${actor.gate.name}` : actor.name
      const message = `${MAX_WRONG_CODES.device} in 15 minutes: ${gateText}.`
      await runInTransaction(services, (tx) =>
        notifyLogReaders(tx, 'Unknown codes at the gate', message, '/admin/gate-log'),
      )
    },
  }
}
