import type { Viewed } from '#platform/audit/record-action.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import type { Actor } from '../actor.ts'
import { notFound } from '../errors.ts'
import { parseKey } from './store/file-key.ts'

/** Returns whether the account may read the file, or the view that the audit log must record. */
export type FileReader = (db: DbOrTx, actor: Actor, ownerId: number, key: string) => Promise<boolean | Viewed>

export type FileReaders = Readonly<Record<string, FileReader>>

const findFile = prepareQuery((db, { key }: Placeholders<{ key: string }>) =>
  db
    .selectFrom('files')
    .select(['owner_kind', 'owner_id', 'uploader_area', 'uploader_id'])
    .where('key', '=', key),
)

/**
 * Throws 404 unless this account may read the file, so that nobody learns which files exist (rules 6.11). A
 * file without a record is readable for its uploader, the logo for everybody. Returns the view to record in
 * the audit log, if any.
 */
export async function requireReadable(
  db: DbOrTx,
  readers: FileReaders,
  actor: Actor,
  key: string,
): Promise<Viewed | null> {
  const parsed = parseKey(key)
  const [file] = parsed ? await findFile(db, { key }) : []
  if (!parsed || !file) throw notFound()
  if (parsed.folder === 'logo') return null
  const { owner_kind: kind, owner_id: id } = file
  if (kind === null || id === null) {
    if (file.uploader_area !== actor.area || file.uploader_id !== actor.id) throw notFound()
    return null
  }
  const reader = Object.hasOwn(readers, kind) ? readers[kind] : undefined
  const readable = await reader?.(db, actor, id, key)
  if (!readable) throw notFound()
  return readable === true ? null : readable
}
