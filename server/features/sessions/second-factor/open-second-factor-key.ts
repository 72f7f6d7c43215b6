import { hash, randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql, type NotNull } from 'kysely'
import { createFolder } from '#platform/create-folder.ts'
import type { Db, DbOrTx } from '#platform/db/client.ts'
import { fsyncPath } from '#platform/fsync-path.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { ACCOUNT_TABLES } from '../accounts.ts'
import { toSecretOwner } from '../to-office-account.ts'
import { unsealSecret } from './seal-secret.ts'

const KEY_BYTES = 32
const FINGERPRINT_NAME = 'second-factor-print'

class KeyFileError extends Error {
  constructor(file: string, problem: string) {
    super(
      `The key of two-step login ${problem}: ${file}\n` +
        'Put the key file of this database there: it lies in the DATA_DIR of the machine that ran the portal ' +
        'before, or that runs it beside this one\n' +
        '(SECOND_FACTOR_KEY_FILE names another place). ' +
        'If it is lost: npm run super-admin -- turn-off-two-step',
    )
  }
}

/**
 * Returns the key that encrypts the secrets of authenticator apps. The key file is outside all backups and is
 * created at the first start; the database stores only the key's fingerprint. Throws with instructions if the
 * file is missing or contains another key, which could not decrypt the stored secrets.
 */
export async function openSecondFactorKey(db: Db, file: string): Promise<Buffer> {
  const key = await db.transaction().execute(async (tx) => {
    // If several processes start on a new database, the lock lets only one of them create the key.
    await sql`select pg_advisory_xact_lock(hashtext('tahanan.second-factor-key'))`.execute(tx)
    const fingerprint = await findFingerprint(tx)
    const foundKey = await loadKeyFile(file)
    if (foundKey && fingerprint && !fingerprint.equals(createFingerprint(foundKey)))
      throw new KeyFileError(file, 'is not that of this database')
    if (foundKey) return insertFingerprint(tx, foundKey)
    if (fingerprint) throw new KeyFileError(file, 'is missing')
    const key = randomBytes(KEY_BYTES)
    // The file is written before the fingerprint. In the other order, a crash could leave a fingerprint
    // without a key file, which blocks every start.
    await writeKeyFile(file, key)
    return insertFingerprint(tx, key)
  })
  return key
}

async function insertFingerprint(tx: DbOrTx, key: Buffer): Promise<Buffer> {
  await tx
    .insertInto('secrets')
    .values({ name: FINGERPRINT_NAME, value: createFingerprint(key) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return key
}

/**
 * Deletes the key's fingerprint from the database if the key in the file does not match it, so that the next
 * start accepts another key.
 */
export async function deleteLostKey(db: DbOrTx, file: string): Promise<void> {
  const foundKey = await loadKeyFile(file).catch(() => null)
  const fingerprint = await findFingerprint(db)
  if (foundKey && fingerprint?.equals(createFingerprint(foundKey))) return
  await db.deleteFrom('secrets').where('name', '=', FINGERPRINT_NAME).execute()
}

export async function countUnopenableSecrets(db: DbOrTx, key: Buffer | null): Promise<number> {
  let unopenableCount = 0
  for (const area of ['admin', 'super-admin'] as const) {
    const sealedRows = await db
      .selectFrom(ACCOUNT_TABLES[area])
      .select(['id', 'totp_secret'])
      .where('totp_secret', 'is not', null)
      .$narrowType<{ totp_secret: NotNull }>()
      .execute()
    unopenableCount += sealedRows.filter(
      (row) => !key || !canUnseal(key, row.totp_secret, toSecretOwner({ area, id: row.id })),
    ).length
  }
  return unopenableCount
}

function canUnseal(key: Buffer, sealedSecret: Buffer, owner: string): boolean {
  try {
    unsealSecret(key, sealedSecret, owner)
    return true
  } catch {
    return false
  }
}

/**
 * Loads the key (hexadecimal) from a file. Returns null if the file does not exist. Throws if it contains no
 * key.
 */
export async function loadKeyFile(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new KeyFileError(file, `cannot be read (${error.code ?? error.message})`)
  })
  if (text === null) return null
  if (!/^[\da-f]{64}\s*$/.test(text))
    throw new KeyFileError(file, 'is not in its file, which holds something else')
  return Buffer.from(text.trim(), 'hex')
}

/**
 * Writes the key file so that it is either complete or absent: writes a temporary file and links it. Fails if
 * another process created the file first.
 */
async function writeKeyFile(file: string, key: Buffer): Promise<void> {
  createFolder(dirname(file))
  const temporaryFile = `${file}.${randomUUID()}`
  try {
    await writeFile(temporaryFile, `${key.toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true })
    await link(temporaryFile, file)
    await fsyncPath(dirname(file))
  } finally {
    await rm(temporaryFile, { force: true })
  }
}

const createFingerprint = (key: Buffer): Buffer =>
  hash('sha256', `tahanan second factor ${key.toString('hex')}`, 'buffer')

async function findFingerprint(db: DbOrTx): Promise<Buffer | undefined> {
  return (
    await db.selectFrom('secrets').select('value').where('name', '=', FINGERPRINT_NAME).executeTakeFirst()
  )?.value
}

export interface SessionServices extends PlatformContext {
  readonly secondFactorKey: Buffer
}
