import type { AdminActor } from '#platform/actor.ts'
import { addAttempts, countAttempts } from '#platform/attempts.ts'
import { toNetworkKey } from '#platform/http/limits/to-network-key.ts'
import { change, type Services } from '#platform/services.ts'
import { notifyLogReaders } from './ticket-effects.ts'

// Wrong codes allowed in 15 minutes for each device and IP address. Honest mistakes stay below these limits
// (rules 24.11).
const GUESSES = { device: 60, address: 300 } as const
const SECONDS = 15 * 60

export interface Guesses {
  /** Returns the seconds until the next attempt is allowed; 0 if it is allowed now. */
  wait(): Promise<number>
  count(): Promise<void>
}

export function createGuesses(services: Services, actor: AdminActor, address: string): Guesses {
  const { db } = services
  const device = actor.gate ? `gate device ${actor.gate.deviceId}` : `gate session ${actor.sessionId}`
  const limits = [
    { subject: device, most: GUESSES.device },
    { subject: `gate address ${toNetworkKey(address)}`, most: GUESSES.address },
  ] as const
  return {
    async wait() {
      const counted = await Promise.all(limits.map(({ subject }) => countAttempts(db, subject, SECONDS)))
      const waits = counted.flatMap(({ n, wait }, place) =>
        n >= (limits[place]?.most ?? Infinity) ? [wait] : [],
      )
      return Math.max(0, ...waits.map((wait) => Math.max(1, wait)))
    },
    async count() {
      await addAttempts(
        db,
        limits.map(({ subject }) => subject),
      )
      const { n } = await countAttempts(db, device, SECONDS)
      if (n !== GUESSES.device) return
      const where = actor.gate ? `${actor.gate.device}, ${actor.gate.name}` : actor.name
      const message = `${GUESSES.device} in 15 minutes: ${where}.`
      await change(services, (tx) =>
        notifyLogReaders(tx, 'Unknown codes at the gate', message, '/admin/gate-log'),
      )
    },
  }
}
