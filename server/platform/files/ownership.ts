import type { Actor } from '../actor.ts'
import { prepared } from '../db/client.ts'
import type { DbOrTx } from '../db/client.ts'
import { invalidInput } from '../errors.ts'

/** The record that names a file: `ticket` 17, `tenant` 3. Its kind chooses the reader in `access.ts`. */
export interface FileOwner {
  readonly kind: string
  readonly id: number
}

// In the order of the keys: two changes that name the same files in another order would otherwise wait for each other.
const CLAIM = `
  with claimable as (
    select key from files
    where key = any($1::text[])
      and ((owner_id is null and uploader_area = $2 and uploader_id = $3) or (owner_kind = $4 and owner_id = $5))
    order by key for update
  )
  update files set owner_kind = $4, owner_id = $5 from claimable where files.key = claimable.key returning files.key`

const RELEASE = `
  update files set owner_kind = null, owner_id = null, released_at = clock_timestamp()
  where key = any($1::text[]) and owner_kind = $2 and owner_id = $3`

/**
 * Makes files belong to a record, in the transaction that writes the record. Each must have been uploaded by this actor
 * and belong to nobody yet, or stand on this record already (rules 6.7); otherwise 400 at `field`, and the caller's
 * transaction is to be rolled back. Of two records that claim one file at once, one gets it.
 */
export async function claimFiles(
  tx: DbOrTx,
  actor: Pick<Actor, 'area' | 'id'>,
  owner: FileOwner,
  keys: readonly string[],
  field: string,
): Promise<void> {
  const wanted = [...new Set(keys)]
  if (wanted.length === 0) return
  const claimed = await prepared<{ key: string }>(tx, 'claim_files', CLAIM, [
    wanted,
    actor.area,
    actor.id,
    owner.kind,
    owner.id,
  ])
  if (claimed.length !== wanted.length) throw invalidInput({ [field]: ['This file was not uploaded here.'] })
}

/** Lets go of files that a record no longer names, in the transaction that changes it; they are removed a day later. */
export async function releaseFiles(tx: DbOrTx, owner: FileOwner, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await prepared(tx, 'release_files', RELEASE, [[...new Set(keys)], owner.kind, owner.id])
}
