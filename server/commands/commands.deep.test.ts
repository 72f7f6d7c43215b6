import { spawn } from 'node:child_process'
import { chmod, chown, lstat, mkdir, mkdtemp, mkdtempDisposable, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertDefaultSettings } from '#features/settings/defaults.ts'
import { createFreshPlace, fingerprints, withPool } from '#platform/backup/testing.ts'
import { openDatabase } from '#platform/db/client.ts'
import { chooseOrdinaryUser, isRoot } from '#platform/db/embedded/ordinary-user.ts'
import { silentLog } from '#platform/db/embedded/server-process.ts'
import { startEmbedded, type EmbeddedDatabase } from '#platform/db/embedded/start-embedded.ts'
import { migrate } from '#platform/db/migrate.ts'

/** A folder with an embedded database of one tenant. */
let dataDir: string
let portal: EmbeddedDatabase | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tahanan-commands-'))
  // If root runs the test, the database runs as another account, which must reach the folder.
  await chmod(dataDir, 0o711)
  portal = await startEmbedded({ dataDir, log: silentLog })
  const { db, close } = openDatabase({ connectionString: portal.connectionString })
  await migrate(db)
  await insertDefaultSettings(db)
  await db.insertInto('tenants').values({ client_code: 'A-101' }).execute()
  await close()
})
afterAll(async () => {
  await portal?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Ended {
  code: number | null
  output: string
}

/** Runs a command with a minimal environment. */
function run(script: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

test('the embedded database of a running portal is backed up, and restored elsewhere', async () => {
  await using fresh = await createFreshPlace()
  const made = await run('backup-main.ts', [])
  expect(made.output).toContain('-command.tar (')
  expect(made.code).toBe(0)
  const [file = ''] = await readdir(join(dataDir, 'backups'))
  const archive = join(dataDir, 'backups', file)
  const env = { DATA_DIR: fresh.dataDir, DATABASE_URL: fresh.connectionString }
  expect(await run('restore-main.ts', [archive], env)).toMatchObject({ code: 0 })
  const { rows } = await withPool(fresh, (pool) => pool.query('select client_code from tenants'))
  expect(rows).toEqual([{ client_code: 'A-101' }])

  const again = await run('restore-main.ts', [archive, '--replace', 'yes'], env)
  expect([again.code, again.output.includes("the word 'everything'")]).toEqual([1, true])
  const overwriting = await run('backup-main.ts', ['--to', archive])
  expect([overwriting.code, overwriting.output.includes('exists already')]).toEqual([1, true])
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
    const { code, output } = await run(script, [...args])
    expect(code, script).toBe(1)
    expect(output).toMatch(/Another portal|cannot be used/)
  }
})

test('one command copies the embedded database to another server', async () => {
  await portal?.stop()
  portal = undefined
  await using own = await createFreshPlace()
  const moved = await run('move-main.ts', ['--to', own.connectionString])
  expect(moved.output).toContain('Now set DATABASE_URL')
  expect(moved.code).toBe(0)
  const { tenants = '' } = await fingerprints(own)
  expect(tenants).toContain('1 rows')
  expect((await run('move-main.ts', ['--to', own.connectionString])).output).toContain('is not empty')
  expect((await run('backup-main.ts', [])).code).toBe(0)
})

test('files made by root belong to the owner of DATA_DIR', async ({ skip }) => {
  if (!isRoot()) return skip('only root can act for another account')
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tahanan-commands-'))
  await chmod(folder.path, 0o711)
  const archive = join(folder.path, 'backup.tar')
  expect(await run('backup-main.ts', ['--to', archive])).toMatchObject({ code: 0 })
  await chmod(archive, 0o644)
  // Like the folder of the systemd service before its first start.
  const own = join(folder.path, 'data')
  const { uid, gid } = chooseOrdinaryUser()
  await mkdir(own)
  await chown(own, uid, gid)
  expect(await run('restore-main.ts', [archive], { DATA_DIR: own })).toMatchObject({ code: 0 })
  const backup = await run('backup-main.ts', [], { DATA_DIR: own, BACKUP_DIR: join(own, 'kept') })
  expect(backup).toMatchObject({ code: 0 })
  const entries = await readdir(own, { recursive: true })
  expect(entries.some((name) => /^kept.*\.tar$/.test(name))).toBe(true)
  const foreign = await Promise.all(
    entries.map(async (name) => ((await lstat(join(own, name))).uid === uid ? [] : [name])),
  )
  expect(foreign.flat()).toEqual([])
})

test('a folder that cannot be created is reported', async () => {
  for (const DATA_DIR of ['/proc/tahanan/data', join(import.meta.filename, 'data')]) {
    const { code, output } = await run('restore-main.ts', ['no-such-backup.tar'], { DATA_DIR })
    expect([code, output]).toEqual([1, expect.stringContaining('cannot be made')])
  }
})

test('a backup without a database fails and creates no folder', async () => {
  await using empty = await mkdtempDisposable(join(tmpdir(), 'tahanan-commands-'))
  const { code, output } = await run('backup-main.ts', [], { DATA_DIR: join(empty.path, 'nothing') })
  expect([code, output.includes('There is no database in')]).toEqual([1, true])
  expect(await readdir(empty.path)).toEqual([])
})
