import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/client.ts'
import { claimFiles, releaseFiles } from '../../platform/files/ownership.ts'
import type { FileOwner } from '../../platform/files/ownership.ts'

/**
 * Claims the files that a setting newly names, which must be the caller's uploads, and releases those that it no longer names.
 * Empty keys are none. Throws 400 at `field`.
 */
export async function replaceFiles(
  tx: Tx,
  actor: Actor,
  owner: FileOwner,
  { field, before, after }: { field: string; before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const added = after.filter((key) => key !== '' && !before.includes(key))
  const dropped = before.filter((key) => key !== '' && !after.includes(key))
  await claimFiles(tx, actor, owner, added, field)
  await releaseFiles(tx, owner, dropped)
}
