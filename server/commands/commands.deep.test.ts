import { chmod, chown, lstat, mkdir, mkdtemp, mkdtempDisposable, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { TOKEN_SECRET as PASS_TOKEN_SECRET } from '#features/passes/repository.ts'
import { insertDefaultSettings } from '#features/settings/insert-default-settings.ts'
import { createEmptyInstallation, computeFingerprints, withPool } from '#platform/backup/testing.ts'
import { openDatabase } from '#platform/db/client.ts'
import { connect } from '#platform/db/connect.ts'
import { chooseOrdinaryUser, isRoot } from '#platform/db/embedded/ordinary-user.ts'
import { silentLog } from '#platform/db/embedded/server-process.ts'
import { startEmbedded, type EmbeddedDatabase } from '#platform/db/embedded/start-embedded.ts'
import { getSharedSecret } from '#platform/db/get-shared-secret.ts'
import { migrate } from '#platform/db/migrate.ts'
import { runCommandFile as runCommand } from './testing.ts'

let dataDir: string
let portal: EmbeddedDatabase | undefined
let passSecret: Buffer
let unsubscribeSecret: Buffer

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tahanan-commands-'))
  // Lets other accounts enter the folder: if root runs the test, the database runs as another account.
  await chmod(dataDir, 0o711)
  portal = await startEmbedded({ dataDir, log: silentLog })
  const { db, close } = openDatabase({ connectionString: portal.connectionString })
  await migrate(db)
  await insertDefaultSettings(db)
  await db.insertInto('tenants').values({ client_code: 'A-101' }).execute()
  // A walk-in has the only kind of pass that needs no ticket.
  await sql`with walk_in as (insert into walk_ins (key, name, purpose, admin_id, admin_name, call_at)
      values (gen_random_uuid(), 'Jun', 'Delivery', 1, 'Ana', now()) returning id)
    insert into gate_passes (walk_in_id, code, valid_from, valid_to, entries)
    select id, 'PASSCODE', now(), now() + interval '1 day', 'one' from walk_in`.execute(db)
  await sql`insert into account_tokens (token_hash, area, account_id, purpose, expires_at)
    values ('\\x0a', 'client', 1, 'choose-password', now() + interval '3 days')`.execute(db)
  await sql`insert into data_copies (tenant_id, asked_by_area, asked_by_id, state, file, bytes, files, made_at)
    values (1, 'client', 1, 'ready', 'copy.zip', 5, 1, now())`.execute(db)
  await sql`insert into sessions (token_hash, area, account_id) values ('\\x0c', 'client', 1)`.execute(db)
  await sql`insert into push_subscriptions (tenant_id, session_id, endpoint, p256dh, auth)
    values (1, 1, 'https://push.example.test/1', 'key', 'auth')`.execute(db)
  await sql`insert into idempotency_keys (area, account_id, call, key, body_sha, record_id)
    values ('client', 1, 'POST /tickets', 'key', '\\x0d', 7)`.execute(db)
  passSecret = await getSharedSecret(db, PASS_TOKEN_SECRET)
  unsubscribeSecret = await getSharedSecret(db, 'unsubscribeLinks')
  await close()
})
afterAll(async () => {
  await portal?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function listMovedRows(pool: Pool) {
  const { rows } = await pool.query<Record<string, string[] | null>>(`select
    (select array_agg(token_hash::text) from account_tokens) as tokens,
    (select array_agg(concat_ws(' ', id, state, file)) from data_copies) as copies,
    (select array_agg(concat_ws(' ', session_id, endpoint)) from push_subscriptions) as subscriptions,
    (select array_agg(concat_ws(' ', call, record_id)) from idempotency_keys) as calls,
    (select array_agg(id) from sessions) as sessions`)
  return rows[0]
}

async function runTestCommand(file: string, args: string[], env: Record<string, string> = {}) {
  const { code, output, errors } = await runCommand(`commands/${file}`, args, { DATA_DIR: dataDir, ...env })
  return { code, output: output + errors }
}

test('the embedded database of a running portal is backed up, and restored elsewhere', async () => {
  await using freshInstallation = await createEmptyInstallation()
  const backupResult = await runTestCommand('backup-main.ts', [])
  expect(backupResult.output).toContain('-command.tar (')
  expect(backupResult.code).toBe(0)
  const [file = ''] = await readdir(join(dataDir, 'backups'))
  const archivePath = join(dataDir, 'backups', file)
  const env = { DATA_DIR: freshInstallation.dataDir, DATABASE_URL: freshInstallation.connectionString }
  const restoreResult = await runTestCommand('restore-main.ts', [archivePath], {
    ...env,
    REDIS_URL: 'redis://127.0.0.1:1',
  })
  expect(restoreResult.code).toBe(0)
  expect(restoreResult.output).toContain('Erasures of other machines are repeated only if')
  const { rows } = await withPool(freshInstallation, (pool) => pool.query('select client_code from tenants'))
  expect(rows).toEqual([{ client_code: 'A-101' }])

  const secondRestore = await runTestCommand('restore-main.ts', [archivePath, '--replace', 'yes'], env)
  expect([secondRestore.code, secondRestore.output.includes("the word 'everything'")]).toEqual([2, true])
  const overwriteResult = await runTestCommand('backup-main.ts', ['--to', archivePath])
  expect([overwriteResult.code, overwriteResult.output.includes('exists already')]).toEqual([2, true])
})

test('restore and move refuse the database of a running portal', async () => {
  for (const [script, args] of [
    [
      'restore-main.ts',
      [
        join(dataDir, 'backups', (await readdir(join(dataDir, 'backups')))[0] ?? ''),
        '--replace',
        'everything',
      ],
    ],
    ['move-main.ts', ['--to', 'postgresql://nobody@127.0.0.1:1/nowhere']],
  ] as const) {
    const { code, output } = await runTestCommand(script, [...args])
    expect(code, script).toBe(1)
    expect(output).toMatch(/Another portal|cannot be used/)
  }
})

test('one command copies the embedded database to another server', async () => {
  await portal?.stop()
  portal = undefined
  await using emptyInstallation = await createEmptyInstallation()
  const filesBefore = await readdir(join(dataDir, 'backups'))
  const admin = await connect(inject('testCluster').superuser, 'test')
  const name = new URL(emptyInstallation.connectionString).pathname.slice(1)
  const runMoveCommand = (to: string) => runTestCommand('move-main.ts', ['--to', to])
  try {
    await admin.query(`create database ${name}_ascii encoding SQL_ASCII locale 'C' template template0`)
    await admin.query(`create database ${name}_foreign template template0`)
    const getSiblingAddress = (suffix: string) =>
      emptyInstallation.connectionString.replace(name, `${name}_${suffix}`)

    const refusedMoveResults = [
      await runMoveCommand(getSiblingAddress('nowhere')),
      await runMoveCommand(getSiblingAddress('ascii')),
      await runMoveCommand(getSiblingAddress('foreign')),
    ]
    expect(refusedMoveResults.map(({ code }) => code)).toEqual([1, 1, 1])
    expect(refusedMoveResults.map(({ output }) => output)).toEqual([
      expect.stringMatching(/does not exist\. Check --to\./),
      expect.stringContaining('--to leads to a database in SQL_ASCII; its encoding must be UTF8.'),
      expect.stringMatching(/permission denied.*must own the database/),
    ])
    expect(refusedMoveResults.map(({ output }) => output).join('')).not.toMatch(/making a backup|\n {4}at /)

    // The command makes a backup and then fails, because the target already has `tenants`. It must delete the
    // backup.
    const targetClient = await connect(emptyInstallation.connectionString, 'test')
    await targetClient.query('create view tenants as select 1')
    const failedMove = await runMoveCommand(emptyInstallation.connectionString)
    expect([failedMove.code, failedMove.output.includes('making a backup')]).toEqual([1, true])
    expect(await readdir(join(dataDir, 'backups'))).toEqual(filesBefore)
    await targetClient.query('drop view tenants')
    await targetClient.end()
  } finally {
    for (const databaseSuffix of ['ascii', 'foreign'])
      await admin.query(`drop database if exists ${name}_${databaseSuffix}`)
    await admin.end()
  }

  const moveResult = await runMoveCommand(emptyInstallation.connectionString)
  expect(moveResult.output).toContain('Now set DATABASE_URL')
  expect(moveResult.code).toBe(0)
  const { tenants = '' } = await computeFingerprints(emptyInstallation)
  expect(tenants).toContain('1 rows')
  // Passes that guests already have and links in mails stay valid: their codes, and the secrets of their tokens.
  const { passes, secrets } = await withPool(emptyInstallation, async (pool) => ({
    passes: (await pool.query('select code from gate_passes')).rows,
    secrets: (await pool.query('select name, value from secrets')).rows,
  }))
  expect(passes).toEqual([{ code: 'PASSCODE' }])
  expect(secrets).toEqual(
    expect.arrayContaining([
      { name: PASS_TOKEN_SECRET, value: passSecret },
      { name: 'unsubscribeLinks', value: unsubscribeSecret },
    ]),
  )
  expect(await withPool(emptyInstallation, listMovedRows)).toEqual({
    tokens: ['\\x0a'],
    copies: ['1 ready copy.zip'],
    subscriptions: ['1 https://push.example.test/1'],
    calls: ['POST /tickets 7'],
    sessions: null,
  })
  // New rows get new ids: the subscription has the id of a session that has ended.
  const nextIds = await withPool(emptyInstallation, async (pool) => {
    const { rows } = await pool.query(`select
      nextval(pg_get_serial_sequence('data_copies', 'id')) as copy,
      nextval(pg_get_serial_sequence('push_subscriptions', 'id')) as subscription,
      nextval(pg_get_serial_sequence('sessions', 'id')) as session`)
    return rows
  })
  expect(nextIds).toEqual([{ copy: '2', subscription: '2', session: '2' }])
  const secondMove = await runMoveCommand(emptyInstallation.connectionString)
  expect(secondMove.output).toMatch(/is not empty.*Name an empty one/)
  expect(secondMove.output).not.toContain('making a backup')
  expect((await runTestCommand('backup-main.ts', [])).code).toBe(0)
})

test('a drill of root says where its database lies, which would outlive the folder', async ({ skip }) => {
  if (!isRoot()) return skip('only root puts a database elsewhere')
  await using temporaryFolder = await mkdtempDisposable(join(tmpdir(), 'tahanan-commands-'))
  const [file = ''] = await readdir(join(dataDir, 'backups'))
  const drillFolder = join(temporaryFolder.path, 'drill')
  await mkdir(drillFolder, { mode: 0o700 })
  const { code, output } = await runTestCommand('restore-main.ts', [join(dataDir, 'backups', file)], {
    DRILL_DIR: drillFolder,
  })
  expect(output).toContain('Warning: this runs as root.')
  expect(code).toBe(0)
  const [, home = ''] = /after the drill: rm -rf \S+ (\S+)/.exec(output) ?? []
  expect(home).toMatch(/^\/var\/lib\/tahanan\/[0-9a-f]{12}$/)
  expect(output).toContain(`The database of this drill lies in ${home}/postgres.`)
  await rm(home, { recursive: true })
})

test('files made by root belong to the owner of DATA_DIR', async ({ skip }) => {
  if (!isRoot()) return skip('only root can act for another account')
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tahanan-commands-'))
  await chmod(folder.path, 0o711)
  const archivePath = join(folder.path, 'backup.tar')
  expect(await runTestCommand('backup-main.ts', ['--to', archivePath])).toMatchObject({ code: 0 })
  await chmod(archivePath, 0o644)
  const ownDataDir = join(folder.path, 'data')
  const { uid, gid } = chooseOrdinaryUser()
  await mkdir(ownDataDir)
  await chown(ownDataDir, uid, gid)
  expect(await runTestCommand('restore-main.ts', [archivePath], { DATA_DIR: ownDataDir })).toMatchObject({
    code: 0,
  })
  const backup = await runTestCommand('backup-main.ts', [], {
    DATA_DIR: ownDataDir,
    BACKUP_DIR: join(ownDataDir, 'kept'),
  })
  expect(backup).toMatchObject({ code: 0 })
  const entries = await readdir(ownDataDir, { recursive: true })
  expect(entries.some((name) => /^kept.*\.tar$/.test(name))).toBe(true)
  const foreignNames = await Promise.all(
    entries.map(async (name) => ((await lstat(join(ownDataDir, name))).uid === uid ? [] : [name])),
  )
  expect(foreignNames.flat()).toEqual([])
})

test('a folder that cannot be created is reported', async () => {
  for (const DATA_DIR of ['/proc/tahanan/data', join(import.meta.filename, 'data')]) {
    const { code, output } = await runTestCommand('restore-main.ts', [import.meta.filename], { DATA_DIR })
    expect([code, output]).toEqual([1, expect.stringContaining('cannot be made')])
  }
})

test('a backup without a database fails and creates no folder', async () => {
  await using emptyFolder = await mkdtempDisposable(join(tmpdir(), 'tahanan-commands-'))
  const { code, output } = await runTestCommand('backup-main.ts', [], {
    DATA_DIR: join(emptyFolder.path, 'nothing'),
  })
  expect([code, output.includes('There is no database in')]).toEqual([1, true])
  expect(await readdir(emptyFolder.path)).toEqual([])
})
