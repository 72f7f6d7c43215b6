import type { Viewed } from '#platform/audit/record.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepared-query.ts'
import type { Actor } from '../actor.ts'
import { notFound } from '../errors.ts'
import { parseKey } from './store/keys.ts'

/**
 * Whether an account may read the record that a file belongs to, and with it this file of it; what is viewed with it, where the
 * audit log must name its readers.
 */
export type FileReader = (db: DbOrTx, actor: Actor, ownerId: number, key: string) => Promise<boolean | Viewed>

/** A reader for each kind of record that holds files; each area of the product brings its own. */
export type FileReaders = Readonly<Record<string, FileReader>>

const findFile = prepareQuery((db, { key }: Placeholders<{ key: string }>) =>
  db
    .selectFrom('files')
    .select(['owner_kind', 'owner_id', 'uploader_area', 'uploader_id'])
    .where('key', '=', key),
)

/**
 * Throws 404 unless this account may have a link to the file, so that nobody learns which files there are (rules 6.11).
 * An upload that no record names yet is its uploader's own; the community's logo is everybody's. Returns what is viewed with it.
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
