import type { AdminActor } from '../../../platform/actor.ts'
import { prepared } from '../../../platform/db/client.ts'
import type { Db, Tx } from '../../../platform/db/client.ts'
import { PortalError } from '../../../platform/errors.ts'
import { releaseFiles } from '../../../platform/files/ownership.ts'
import { findImport } from './repository.ts'

/** Unsaved imports expire after so many days; their personal data is removed (rules 7.20). */
const UNSAVED_DAYS = 7

interface OpenImport {
  id: number
  state: string
  soa_file: string | null
  web_client_file: string | null
}

/** Gives a prepared import up: its rows go, its files are removed a day later, its record stays. Throws 404, or 409 once saving began. */
export async function abandonImport(tx: Tx, _actor: AdminActor, uniqId: string): Promise<void> {
  const found = await findImport(tx, uniqId)
  if (!found || found.state === 'abandoned') throw new PortalError('notFound')
  const row = await lockImport(tx, found.id)
  if (row?.state !== 'prepared') throw new PortalError('alreadyDone')
  await forget(tx, row)
}

/** Gives up all imports that were prepared too long ago. */
export async function abandonOldImports({ db }: { db: Db }): Promise<void> {
  const old = await prepared<{ id: number }>(
    db,
    'imports.old',
    `select id from statement_imports where state = 'prepared' and updated_at < clock_timestamp() - make_interval(days => $1)`,
    [UNSAVED_DAYS],
  )
  for (const { id } of old) {
    await db.transaction().execute(async (tx) => {
      const row = await lockImport(tx, id)
      if (row?.state === 'prepared') await forget(tx, row)
    })
  }
}

async function lockImport(tx: Tx, id: number): Promise<OpenImport | undefined> {
  const [row] = await prepared<OpenImport>(
    tx,
    'imports.lock',
    'select id, state, soa_file, web_client_file from statement_imports where id = $1 for no key update',
    [id],
  )
  return row
}

async function forget(tx: Tx, { id, soa_file, web_client_file }: OpenImport): Promise<void> {
  await prepared(
    tx,
    'imports.abandon',
    `update statement_imports set state = 'abandoned', soa_file = null, web_client_file = null, updated_at = clock_timestamp()
     where id = $1`,
    [id],
  )
  await prepared(tx, 'imports.unstage', 'delete from statement_import_rows where import_id = $1', [id])
  await prepared(tx, 'imports.unname', 'delete from statement_import_files where import_id = $1', [id])
  const keys = [soa_file, web_client_file].filter((key) => key !== null)
  await releaseFiles(tx, { kind: 'statementImport', id }, keys)
}
