import type { ViewedRows } from '#platform/audit/record-action.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import type { Actor } from '../actor.ts'
import { createNotFoundError } from '../errors.ts'
import { parseKey } from './store/file-key.ts'

/**
 * Function that checks whether an account may read a file. If the audit log must record that the file was
 * viewed, it returns what to record instead of true.
 */
export type FileAccessCheck = (
  db: DbOrTx,
  actor: Actor,
  ownerId: number,
  key: string,
) => Promise<boolean | ViewedRows>

export type FileAccessChecks = Readonly<Record<string, FileAccessCheck>>

const findFile = prepareQuery((db, { key }: Placeholders<{ key: string }>) =>
  db
    .selectFrom('files')
    .select(['owner_kind', 'owner_id', 'uploader_area', 'uploader_id'])
    .where('key', '=', key),
)

/**
 * Throws 404 unless this account may read the file. It is not 403, so that nobody learns which files exist
 * (rules 6.11). A file without an owner is readable only for its uploader; the logo is readable for
 * everybody. Returns what to record in the audit log, or null.
 */
export async function requireReadableFile(
  db: DbOrTx,
  accessChecks: FileAccessChecks,
  actor: Actor,
  key: string,
): Promise<ViewedRows | null> {
  const parsedKey = parseKey(key)
  const [file] = parsedKey ? await findFile(db, { key }) : []
  if (!parsedKey || !file) throw createNotFoundError()
  if (parsedKey.folder === 'logo') return null
  const { owner_kind: kind, owner_id: id } = file
  if (kind === null || id === null) {
    if (file.uploader_area !== actor.area || file.uploader_id !== actor.id) throw createNotFoundError()
    return null
  }
  const accessCheck = Object.hasOwn(accessChecks, kind) ? accessChecks[kind] : undefined
  const readResult = await accessCheck?.(db, actor, id, key)
  if (!readResult) throw createNotFoundError()
  return readResult === true ? null : readResult
}
