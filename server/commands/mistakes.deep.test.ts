import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createEmptyInstallation } from '#platform/backup/testing.ts'
import { runCommandFile } from './testing.ts'

const folder = await mkdtemp(join(tmpdir(), 'tahanan-mistakes-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>
}
const COMMANDS = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = /^node server\/(.*main\.ts)$/.exec(script) ?? []
  return file === undefined || name === 'db:types' ? [] : [[name, file] as const]
})
const UNREACHABLE_DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/nowhere'

test('every command is found', () => {
  expect(COMMANDS.map(([name]) => name)).toEqual([
    'backup',
    'restore',
    'move',
    'remove-demo',
    'take-bucket',
    'super-admin',
    'seed',
  ])
})

test.each(COMMANDS)('%s has a help and refuses an unknown option', async (name, file) => {
  const env = { DATA_DIR: join(folder, 'none'), PORT: 'no port' }
  const helpResult = await runCommandFile(file, ['--help'], env)
  expect(helpResult).toMatchObject({ code: 0, errors: '' })
  expect(helpResult.output).toMatch(
    new RegExp(`^npm run ${name}\\b[^]*--help +Prints this help[^]*For example:`),
  )
  const result = await runCommandFile(file, ['--forse'], env)
  expect(result).toMatchObject({ code: 2, output: '' })
  expect(result.errors.trim()).toBe(`There is no option --forse.\nnpm run ${name} -- --help lists all.`)
})

test.each([
  ['backup', 'commands/backup-main.ts', ['/mnt/elsewhere'], 2, "'/mnt/elsewhere' is one argument too many."],
  ['backup', 'commands/backup-main.ts', [], 1, 'There is no database in'],
  ['restore', 'commands/restore-main.ts', [], 2, 'Name the backup to restore.'],
  ['restore', 'commands/restore-main.ts', ['/no/such.tar'], 1, 'There is no file /no/such.tar.'],
  [
    'restore',
    'commands/restore-main.ts',
    [import.meta.filename, '--database-url', 'db.example.ph'],
    2,
    '--database-url must be an address',
  ],
  ['move', 'commands/move-main.ts', [], 2, 'Name the target: --to postgresql://'],
  ['move', 'commands/move-main.ts', ['--to', 'db.example.ph'], 2, '--to must be an address'],
  ['take-bucket', 'commands/take-bucket-main.ts', [], 1, 'No bucket is configured'],
  ['super-admin', 'commands/super-admin-main.ts', ['reset'], 2, 'Name one task'],
  ['seed', 'seed/main.ts', ['--tenants', 'many'], 2, '--tenants must be a whole number'],
  ['remove-demo', 'demo/removal/remove-demo-main.ts', [], 1, 'There is no database in'],
] as const)('%s explains a mistake: %s %j', async (_, file, args, code, sentence) => {
  const result = await runCommandFile(file, args, { DATA_DIR: join(folder, 'none') })
  expect(result.errors).toContain(sentence)
  expect(result.errors).not.toMatch(/\n {4}at /)
  expect(result.code).toBe(code)
  expect(await readdir(folder)).toEqual([])
})

test('a database or a bucket that does not work is explained', async () => {
  const freshInstallation = await createEmptyInstallation()
  onTestFinished(() => freshInstallation.close())
  const bucketEnv = {
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'portal',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  }
  const DATABASE_URL = freshInstallation.connectionString
  const results = await Promise.all([
    runCommandFile('commands/backup-main.ts', [], { DATABASE_URL: UNREACHABLE_DATABASE_URL }),
    runCommandFile('commands/take-bucket-main.ts', ['--yes'], { DATABASE_URL, ...bucketEnv }),
    runCommandFile('commands/super-admin-main.ts', ['reset-password'], { DATABASE_URL }),
  ])
  expect(results.map(({ errors }) => errors.trim())).toEqual([
    expect.stringMatching(/^The database at 127\.0\.0\.1:1\/nowhere cannot be used.*Check DATABASE_URL\.$/),
    expect.stringMatching(/^The file store cannot be used: .+$/),
    expect.stringContaining('Start the portal once'),
  ])
  expect(results.map(({ code }) => code)).toEqual([1, 1, 1])
})
