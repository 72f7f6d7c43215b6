import type { Actor } from '../actor.ts'
import type { DbOrTx } from '../db/client.ts'
import { PortalError } from '../errors.ts'
import { parseKey } from './keys.ts'

/**
 * Whether somebody may read the record that a file belongs to, and with it this file of it. `actor` is null for who is
 * not logged in: the pictures of the terms and of the login page are for everybody.
 */
export type FileReader = (db: DbOrTx, actor: Actor | null, ownerId: number, key: string) => Promise<boolean>

/** A reader for each kind of record that holds files; each area of the product brings its own. */
export type FileReaders = Readonly<Record<string, FileReader>>

/** For kinds of records whose files are for everybody. */
export const everybody: FileReader = () => Promise.resolve(true)

/** For kinds of records that every logged-in account may read: house rules, amenities, advertisements. */
export const whoeverIsLoggedIn: FileReader = (_db, actor) => Promise.resolve(actor !== null)

/**
 * Throws unless this caller may have a link to the file: 401 without a session, otherwise 404, so that nobody learns
 * which files there are (decisions §1). An upload that no record names yet is its uploader's own.
 */
export async function requireReadable(
  db: DbOrTx,
  readers: FileReaders,
  actor: Actor | null,
  key: string,
): Promise<void> {
  if (!(await mayRead(db, readers, actor, key))) throw new PortalError(actor ? 'notFound' : 'noSession')
}

async function mayRead(db: DbOrTx, readers: FileReaders, actor: Actor | null, key: string): Promise<boolean> {
  const parsed = parseKey(key)
  if (!parsed) return false
  const file = await db
    .selectFrom('files')
    .select(['owner_kind', 'owner_id', 'uploader_area', 'uploader_id'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!file) return false
  if (parsed.folder === 'logo') return true
  if (file.owner_kind === null || file.owner_id === null) {
    return actor !== null && file.uploader_area === actor.area && file.uploader_id === actor.id
  }
  const reader = Object.hasOwn(readers, file.owner_kind) ? readers[file.owner_kind] : undefined
  return reader !== undefined && reader(db, actor, file.owner_id, key)
}
