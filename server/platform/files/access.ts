import type { Actor } from '../actor.ts'
import type { DbOrTx } from '../db/client.ts'
import { statement, type Placeholders } from '../db/statement.ts'
import { notFound } from '../errors.ts'
import { parseKey } from './store/keys.ts'

/** Whether an account may read the record that a file belongs to, and with it this file of it. */
export type FileReader = (db: DbOrTx, actor: Actor, ownerId: number, key: string) => Promise<boolean>

/** A reader for each kind of record that holds files; each area of the product brings its own. */
export type FileReaders = Readonly<Record<string, FileReader>>

const findFile = statement((db, { key }: Placeholders<{ key: string }>) =>
  db
    .selectFrom('files')
    .select(['owner_kind', 'owner_id', 'uploader_area', 'uploader_id'])
    .where('key', '=', key),
)

/**
 * Throws 404 unless this account may have a link to the file, so that nobody learns which files there are (rules 6.11).
 * An upload that no record names yet is its uploader's own; the community's logo is everybody's.
 */
export async function requireReadable(
  db: DbOrTx,
  readers: FileReaders,
  actor: Actor,
  key: string,
): Promise<void> {
  if (!(await mayRead(db, readers, actor, key))) throw notFound()
}

async function mayRead(db: DbOrTx, readers: FileReaders, actor: Actor, key: string): Promise<boolean> {
  const parsed = parseKey(key)
  if (!parsed) return false
  const [file] = await findFile(db, { key })
  if (!file) return false
  if (parsed.folder === 'logo') return true
  if (file.owner_kind === null || file.owner_id === null) {
    return file.uploader_area === actor.area && file.uploader_id === actor.id
  }
  const reader = Object.hasOwn(readers, file.owner_kind) ? readers[file.owner_kind] : undefined
  return reader !== undefined && reader(db, actor, file.owner_id, key)
}
