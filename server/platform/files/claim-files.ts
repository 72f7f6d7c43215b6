import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Actor } from '../actor.ts'
import { createInvalidInputError } from '../errors.ts'

interface FileOwner {
  readonly kind: string
  readonly id: number
}

export const getFileKeys = (refs: unknown): string[] =>
  ((refs ?? []) as readonly FileRef[]).map(({ url }) => url)

export type FilesByField = Readonly<Record<string, readonly (string | null)[]>>

/**
 * Makes a record the owner of files. Must be called in the transaction that writes the record. Each file must
 * be an upload of this actor without an owner, or already belong to this record (rules 6.7); otherwise throws
 * 400 at `field`. Of two simultaneous claims of a file only one succeeds.
 */
export async function claimFiles(
  tx: DbOrTx,
  actor: Pick<Actor, 'area' | 'id'>,
  owner: FileOwner,
  keys: readonly string[],
  field: string,
): Promise<void> {
  const uniqueKeys = [...new Set(keys)]
  if (uniqueKeys.length === 0) return
  const { numUpdatedRows } = await tx
    // Rows are locked in the order of their keys, which prevents deadlocks.
    .with('claimable', (query) =>
      query
        .selectFrom('files')
        .select('key')
        .where('key', 'in', uniqueKeys)
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
  if (Number(numUpdatedRows) !== uniqueKeys.length)
    throw createInvalidInputError({ [field]: ['This file was not uploaded here.'] })
}

/**
 * Removes the owner of files that no longer belong to a record. Must be called in the transaction that
 * changes the record. The cleaner deletes the files a day later.
 */
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

export async function moveFiles(
  tx: DbOrTx,
  actor: Pick<Actor, 'area' | 'id'>,
  owner: FileOwner,
  filesBefore: FilesByField,
  filesAfter: FilesByField,
): Promise<void> {
  const [keysBefore, keysAfter] = [Object.values(filesBefore).flat(), Object.values(filesAfter).flat()]
  for (const [field, keys] of Object.entries(filesAfter))
    await claimFiles(tx, actor, owner, getDifference(keys, keysBefore), field)
  await releaseFiles(tx, owner, getDifference(keysBefore, keysAfter))
}

const getDifference = (
  keys: readonly (string | null)[],
  excludedKeys: readonly (string | null)[],
): string[] => keys.filter((key) => key !== null).filter((key) => key !== '' && !excludedKeys.includes(key))
