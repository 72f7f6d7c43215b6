import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ROOT } from './prepare/places.mjs'

// Runs deploy/release.sh with real folders and small servers. Only the system's service manager (systemd) is
// faked.

const WAIT_OPTIONS = { timeout: 20_000 }

let homeFolder
let runningService
/** All servers that the test started. Two restarts at the same time may replace one that still runs. */
const startedServers = new Set()

/**
 * Code of a small server. Like the portal, it does not start if the database schema is newer than its own.
 * Responds with its version.
 */
const SERVER_SOURCE = `
import { createServer } from 'node:http'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const { version, schema, beside = schema, broken, hangs } = JSON.parse(readFileSync('release.json', 'utf8'))
const file = process.env.HOME_OF_TEST + '/schema.json'
const now = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { schema: 0, oldest: 0 }
if (now.schema > schema && now.oldest > schema) {
  console.error('The database was migrated by a newer version.')
  process.exit(1)
}
if (now.schema < schema) writeFileSync(file, JSON.stringify({ schema, oldest: beside }))
if (broken) process.exit(1)
if (hangs) await new Promise(() => setInterval(() => {}, 1000))
const server = createServer((_, answer) => answer.end(version))
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
`

beforeEach(() => {
  homeFolder = mkdtempSync(join(tmpdir(), 'tahanan-release-'))
  mkdirSync(join(homeFolder, 'bin'))
  writeFileSync(join(homeFolder, '.env'), '')
})
afterEach(async () => {
  await stopService()
  for (const child of startedServers) child.kill('SIGKILL')
  startedServers.clear()
  rmSync(homeFolder, { recursive: true, force: true })
})

function createRelease(version, description) {
  const folder = join(homeFolder, 'releases', version)
  mkdirSync(join(folder, 'deploy'), { recursive: true })
  mkdirSync(join(folder, 'scripts'))
  cpSync(join(ROOT, 'deploy/release.sh'), join(folder, 'deploy/release.sh'))
  writeFileSync(join(folder, 'scripts/prepare.mjs'), '')
  writeFileSync(join(folder, 'server.mjs'), SERVER_SOURCE)
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ version, ...description }))
  const { backupFile = `/backups/of-${version}.tar` } = description
  const backupScript = `echo '   0.1 s  making a backup'; echo '   0.9 s  ${backupFile} (1.2 MB, SHA-256 ab12)'`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { backup: backupScript } }))
}

async function stopService() {
  const { child } = runningService ?? {}
  runningService = undefined
  if (!child || child.exitCode !== null) return
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('close', resolve))
}

/**
 * Simulates `systemctl restart`: ends the service, then starts the release that the link `current` leads to.
 * Waits until it is ready or has ended.
 */
async function runFakeSystemctl(action) {
  await stopService()
  if (action !== 'restart') return 0
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: join(homeFolder, 'current'),
    env: { ...process.env, HOME_OF_TEST: homeFolder },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Remembers the server before it is ready, so that a server that hangs at its start can be ended too.
  startedServers.add(child)
  const service = { child, port: undefined }
  runningService = service
  service.port = await new Promise((resolve) => {
    child.once('message', (message) => resolve(message.port))
    child.once('close', () => resolve(undefined))
  })
  return service.port === undefined ? 1 : 0
}

async function runReleaseScript(version, { onAction = () => {} } = {}) {
  const requestPipe = join(homeFolder, 'asked')
  const answerPipe = join(homeFolder, 'answer')
  await promisify(execFile)('mkfifo', [requestPipe, answerPipe])
  writeFileSync(
    join(homeFolder, 'bin/systemctl'),
    `#!/bin/sh\necho "$1" > ${requestPipe}\nexit $(cat ${answerPipe})\n`,
    {
      mode: 0o755,
    },
  )
  const releaseProcess = spawn('sh', [join(homeFolder, 'releases', version, 'deploy/release.sh')], {
    env: { ...process.env, PATH: `${join(homeFolder, 'bin')}:${process.env.PATH}` },
    // Starts its own process group, so that the test can send SIGINT to the whole group, as Ctrl+C in a
    // terminal does.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [releaseProcess.stdout, releaseProcess.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const listener = spawn('sh', ['-c', `while cat ${requestPipe}; do :; done`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const actions = []
  listener.stdout.setEncoding('utf8').on('data', async (action) => {
    const count = actions.push(action.trim())
    onAction(action.trim(), releaseProcess)
    const status = await runFakeSystemctl(action.trim())
    // Answers only the latest request: a release script that was interrupted no longer waits for an answer.
    if (count === actions.length) await promisify(execFile)('sh', ['-c', `echo ${status} > ${answerPipe}`])
  })
  const code = await new Promise((resolve) => releaseProcess.once('close', resolve))
  process.kill(-listener.pid, 'SIGKILL')
  rmSync(requestPipe)
  rmSync(answerPipe)
  return { code, output, actions }
}

const getCurrentRelease = () => readlinkSync(join(homeFolder, 'current'))

async function fetchServedVersion() {
  // An interrupted release script may end before the service that it restarted is ready.
  const port = await vi.waitFor(() => {
    expect(runningService?.port).toBeDefined()
    return runningService.port
  }, WAIT_OPTIONS)
  return (await fetch(`http://127.0.0.1:${port}`)).text()
}

test('a release that starts becomes the current one, after a backup by the old one', async () => {
  createRelease('1', { schema: 1 })
  expect(await runReleaseScript('1')).toMatchObject({ code: 0, actions: ['restart'] })
  createRelease('2', { schema: 2 })
  const { code, output } = await runReleaseScript('2')
  expect(output).toContain('/backups/of-1.tar')
  expect([code, getCurrentRelease(), await fetchServedVersion()]).toEqual([0, 'releases/2', '2'])
})

test('the first release has no way back', async () => {
  createRelease('1', { schema: 1, broken: true })
  const { code, output, actions } = await runReleaseScript('1')
  expect([code, actions]).toEqual([1, ['restart']])
  expect(output).toContain("releases/1 does not start; 'journalctl -u tahanan' says why.")
})

test.each([
  ['that has migrated nothing', { schema: 1, broken: true }],
  ['beside whose schema the old one may run', { schema: 2, beside: 1, broken: true }],
])('a release that does not start, %s, is taken back', async (_, description) => {
  createRelease('1', { schema: 1 })
  await runReleaseScript('1')
  createRelease('2', description)
  const { code, output } = await runReleaseScript('2')
  expect(output).toContain('releases/1 runs again; nothing was lost.')
  expect([code, getCurrentRelease(), await fetchServedVersion()]).toEqual([1, 'releases/1', '1'])
})

test('a release that hangs is taken back by Ctrl+C', async () => {
  createRelease('1', { schema: 1 })
  await runReleaseScript('1')
  createRelease('2', { schema: 1, hangs: true })
  let isFirst = true
  const onAction = (_, script) => {
    if (isFirst) process.kill(-script.pid, 'SIGINT')
    isFirst = false
  }
  const { code, output } = await runReleaseScript('2', { onAction })
  expect(output).toContain('releases/1 runs again; nothing was lost.')
  expect([code, getCurrentRelease(), await fetchServedVersion()]).toEqual([1, 'releases/1', '1'])
})

test.each([
  ['/backups/of-1.tar', '/backups/of-1.tar'],
  ['/backups/of-1.tar.age', '/backups/of-1.tar.age --identity KEYFILE'],
])(
  'a release that has migrated the database and does not start says the way back with %s',
  async (backupFile, operands) => {
    createRelease('1', { schema: 1, backupFile })
    await runReleaseScript('1')
    createRelease('2', { schema: 2, broken: true })
    const { code, output, actions } = await runReleaseScript('2')
    expect([code, getCurrentRelease(), actions.at(-1)]).toEqual([1, 'releases/2', 'stop'])
    expect(output).toContain(`ln -sfn releases/1 ${homeFolder}/current`)
    expect(output).toContain(`npm run restore -- ${operands} --replace everything`)
    expect(JSON.parse(readFileSync(join(homeFolder, 'schema.json'), 'utf8')).schema).toBe(2)
  },
)

test('a backup that fails leaves the old release alone', async () => {
  createRelease('1', { schema: 1 })
  await runReleaseScript('1')
  const failingPackage = { scripts: { backup: "echo 'There is no room left'; exit 1" } }
  writeFileSync(join(homeFolder, 'releases/1/package.json'), JSON.stringify(failingPackage))
  createRelease('2', { schema: 1 })
  const { code, output, actions } = await runReleaseScript('2')
  expect([code, actions, getCurrentRelease(), await fetchServedVersion()]).toEqual([1, [], 'releases/1', '1'])
  expect(output).toContain('There is no room left')
})
