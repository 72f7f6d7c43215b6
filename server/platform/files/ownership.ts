import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Actor } from '../actor.ts'
import { invalidInput } from '../errors.ts'

/** The record that names a file: `ticket` 17, `tenant` 3. Its kind chooses the reader in `access.ts`. */
interface FileOwner {
  readonly kind: string
  readonly id: number
}

/** Returns the keys of a field's files, as a record holds them; none where it holds nothing. */
export const fileKeys = (refs: unknown): string[] =>
  ((refs ?? []) as readonly FileRef[]).map(({ url }) => url)

/** Keys of a record's files by the field that names them; empty ones are none. */
export type FilesByField = Readonly<Record<string, readonly (string | null)[]>>

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
  const { numUpdatedRows } = await tx
    // In the order of the keys: two changes that name the same files in another order would otherwise wait for each other.
    .with('claimable', (query) =>
      query
        .selectFrom('files')
        .select('key')
        .where('key', 'in', wanted)
        .where((file) =>
          file.or([
            file.and([
              file('owner_id', 'is', null),
              file('uploader_area', '=', actor.area),
              file('uploader_id', '=', actor.id),
            ]),
            file.and([file('owner_kind', '=', owner.kind), file('owner_id', '=', owner.id)]),
          ]),
        )
        .orderBy('key')
        .forUpdate(),
    )
    .updateTable('files')
    .from('claimable')
    .set({ owner_kind: owner.kind, owner_id: owner.id })
    .whereRef('files.key', '=', 'claimable.key')
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== wanted.length)
    throw invalidInput({ [field]: ['This file was not uploaded here.'] })
}

/** Lets go of files that a record no longer names, in the transaction that changes it; they are removed a day later. */
export async function releaseFiles(tx: DbOrTx, owner: FileOwner, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tx
    .updateTable('files')
    .set({ owner_kind: null, owner_id: null, released_at: CLOCK })
    .where('key', 'in', keys)
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .execute()
}

/**
 * Claims the files that a record newly names, field by field, and releases those that it no longer names in any, in the
 * transaction of its change. Throws 400 at the field, as `claimFiles` does.
 */
export async function moveFiles(
  tx: DbOrTx,
  actor: Pick<Actor, 'area' | 'id'>,
  owner: FileOwner,
  before: FilesByField,
  after: FilesByField,
): Promise<void> {
  const [had, has] = [Object.values(before).flat(), Object.values(after).flat()]
  for (const [field, keys] of Object.entries(after))
    await claimFiles(tx, actor, owner, notAmong(had, keys), field)
  await releaseFiles(tx, owner, notAmong(has, had))
}

const notAmong = (others: readonly (string | null)[], keys: readonly (string | null)[]): string[] =>
  keys.filter((key) => key !== null).filter((key) => key !== '' && !others.includes(key))
