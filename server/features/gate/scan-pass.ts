import { loadIsBarred } from '#features/gate/do-not-admit/repository.ts'
import { findPass, presentGatePass } from '#features/passes/gate-pass-row.ts'
import type { AdminActor } from '#platform/actor.ts'
import { tooManyRequests } from '#platform/errors.ts'
import type { Services } from '#platform/services.ts'
import type { Scan } from '@tahanan/contract/gate/answers.ts'
import { createGuesses } from './guesses.ts'
import { judgeScan } from './judge-scan.ts'

/**
 * Returns the verdict on a scanned code or token. Writes only the count of wrong codes. Throws 429 for too
 * many of them.
 */
export async function scanPass(
  services: Services,
  actor: AdminActor,
  scanned: { code?: string; token?: string },
  address: string,
): Promise<Scan> {
  const { db, config } = services
  const guesses = createGuesses(services, actor, address)
  const [row, isBarred, wait] = await Promise.all([
    findPass(db, scanned),
    loadIsBarred(db, config.communityTimeZone),
    guesses.wait(),
  ])
  if (wait > 0) throw tooManyRequests(wait)
  if (!row) await guesses.count()
  return judgeScan(row ? presentGatePass(row, isBarred) : null, {
    now: new Date(),
    timeZone: config.communityTimeZone,
    direction: actor.gate?.direction,
  })
}
