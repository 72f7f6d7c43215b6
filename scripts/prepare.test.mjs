import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from './prepare/places.mjs'
import { createClone } from './testing-clone.mjs'

let clone
beforeEach(() => {
  clone = createClone(['programs', 'node_modules', 'web', 'contract'])
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

const NODE_LINK = 'node_modules/.bin/node'

const FAKE_NPM_SCRIPT = `
program() { mkdir -p $(dirname $1) && echo "#!/bin/sh" > $1 && echo "$2" >> $1 && chmod +x $1; }
case "$*" in
  *--prefix*)
    program scripts/node/node_modules/.bin/node 'echo v24.0.0'
    echo '{}' > scripts/node/node_modules/.package-lock.json
    exit ;;
  ci*) rm -rf node_modules ;;
esac
case "$*" in
  *--omit=dev*) packages= ;;
  *--workspaces*) packages='"node_modules/vite"' ;;
  *) packages='"node_modules/vite" "node_modules/vitest"' ;;
esac
program node_modules/.bin/vite 'mkdir -p web/dist'
echo "$packages" > node_modules/.package-lock.json`

const OLDER_NODE_MODULE = `data:text/javascript,
  Object.defineProperty(process, 'version', { value: 'v20.9.0' });
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.9.0' } })`

function runPrepareScript(npm, purpose = 'check', flags = []) {
  const path = join(clone, 'programs', 'npm')
  writeFileSync(path, `#!/bin/sh\necho "$@" >> ${clone}/npm-calls\n${npm}\n`)
  chmodSync(path, 0o755)
  const env = { ...process.env, PATH: `${join(clone, 'programs')}:${process.env.PATH}` }
  const { status, stderr } = spawnSync(process.execPath, [...flags, 'scripts/prepare.mjs', purpose], {
    cwd: clone,
    env,
    encoding: 'utf8',
  })
  return { status, stderr }
}

function getNewNpmCalls() {
  const log = join(clone, 'npm-calls')
  if (!existsSync(log)) return []
  const loggedCalls = readFileSync(log, 'utf8').trim().split('\n')
  rmSync(log)
  return loggedCalls.map((call) => call.replace(/ --include=optional| --no-audit.*/g, '').replace(clone, ''))
}

function prepareWithoutError(purpose, flags) {
  expect(runPrepareScript(FAKE_NPM_SCRIPT, purpose, flags)).toEqual({ status: 0, stderr: '' })
  return getNewNpmCalls()
}

function changeLockFile() {
  rmSync(join(clone, 'node_modules/.cache'), { recursive: true })
  const laterTime = new Date(Date.now() + 60_000)
  writeFileSync(join(clone, 'package-lock.json'), '{ }')
  utimesSync(join(clone, 'package-lock.json'), laterTime, laterTime)
}

describe('installed packages', () => {
  test('a first start removes the build packages of the web app, and a second one does nothing', () => {
    expect(prepareWithoutError('start')).toEqual(['ci --include=dev --workspaces', 'prune --omit=dev'])
    expect(prepareWithoutError('start')).toEqual([])
  })

  test('a start after a change of the web app adds its build packages and removes them again', () => {
    prepareWithoutError('start')
    writeFileSync(join(clone, 'web/page.ts'), '')
    expect(prepareWithoutError('start')).toEqual([
      'install --include=dev --workspaces --no-save',
      'prune --omit=dev',
    ])
  })

  test('a check after a start adds the packages that it lacks, and a later start keeps them', () => {
    prepareWithoutError('start')
    expect(prepareWithoutError('check')).toEqual(['install --include=dev --no-save'])
    writeFileSync(join(clone, 'web/page.ts'), '')
    expect([...prepareWithoutError('start'), ...prepareWithoutError('check')]).toEqual([])
  })

  test('after a change of the lock file the same packages are installed again', () => {
    prepareWithoutError('check')
    changeLockFile()
    expect(prepareWithoutError('start')).toEqual(['ci --include=dev'])
  })
})

describe('the Node that the portal runs on', () => {
  test('is the machine’s own if it is new enough', () => {
    expect(prepareWithoutError('check')).toEqual(['ci --include=dev'])
    expect(readlinkSync(join(clone, NODE_LINK))).toBe(process.execPath)
  })

  test('is installed once if the machine’s own is older', () => {
    const olderNodeArguments = ['--import', OLDER_NODE_MODULE]
    // Sorts the calls, because the two installations run at the same time.
    expect(prepareWithoutError('check', olderNodeArguments).toSorted()).toEqual([
      'ci --include=dev',
      'ci --include=dev --prefix /scripts/node',
    ])
    expect(readlinkSync(join(clone, NODE_LINK))).toBe(join(clone, 'scripts/node/node_modules/.bin/node'))
    expect(prepareWithoutError('check', olderNodeArguments)).toEqual([])
  })

  test('is installed again if the running one was removed with node_modules', () => {
    const removedNodeModule = `data:text/javascript,
      Object.defineProperty(process, 'execPath', { value: '${clone}/node_modules/node/bin/node' })`
    expect(prepareWithoutError('check', ['--import', removedNodeModule])).toEqual([
      'ci --include=dev',
      'ci --include=dev --prefix /scripts/node',
    ])
    expect(readlinkSync(join(clone, NODE_LINK))).toBe(join(clone, 'scripts/node/node_modules/.bin/node'))
  })

  test('is linked again if the link is missing', () => {
    prepareWithoutError('check')
    rmSync(join(clone, NODE_LINK))
    symlinkSync('/nowhere/node', join(clone, NODE_LINK))
    expect(prepareWithoutError('check')).toEqual([])
    expect(readlinkSync(join(clone, NODE_LINK))).toBe(process.execPath)
  })
})

test.each([
  ['runs from', startCopyOfSleep],
  ['loaded a library of', startNodeWithLibrary],
])('what %s node_modules keeps its files: nothing is installed below it', async (_, start) => {
  const portal = start()
  try {
    await once(portal, 'spawn')
    await expect.poll(() => runPrepareScript('exit 0').stderr).toContain(`process ${portal.pid} runs from`)
    getNewNpmCalls()
    expect(runPrepareScript('exit 0')).toEqual({
      status: 1,
      stderr: expect.stringContaining('Stop the portal first'),
    })
    expect(getNewNpmCalls()).toEqual([])
  } finally {
    portal.kill()
  }
})

function startCopyOfSleep() {
  const program = join(clone, 'node_modules', 'postgres')
  copyFileSync('/bin/sleep', program)
  return spawn(program, ['60'])
}

function startNodeWithLibrary() {
  const [original] = globSync('node_modules/@node-rs/argon2-*/*.node', { cwd: ROOT })
  const library = join(clone, 'node_modules', 'library.node')
  copyFileSync(join(ROOT, original), library)
  const script = 'process.dlopen({ exports: {} }, process.argv[1]); setTimeout(() => {}, 60_000)'
  return spawn(process.execPath, ['-e', script, library])
}

test.each([
  ['a full disk', 'echo "npm error code ENOSPC" >&2; exit 228', 'found the disk full'],
  ['too little memory', 'kill -9 $$', 'because memory ran out'],
  ['anything else', 'echo "no such registry" >&2; exit 1', 'no such registry'],
])('an installation that fails for %s says so', (_, npm, expectedMessage) => {
  const { status, stderr } = runPrepareScript(npm)
  expect([status, stderr]).toEqual([1, expect.stringContaining(expectedMessage)])
  expect(getNewNpmCalls()).toHaveLength(1)
})

test('no build package of the web app is among those that the portal runs on', () => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, 'web/package.json'), 'utf8'))
  expect(dependencies).toEqual({})
})
