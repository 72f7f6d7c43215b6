import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClone } from './testing-clone.mjs'

let clone
beforeEach(() => {
  clone = createClone(['web', 'contract'])
  writeCloneFile('vite', `#!/bin/sh\nmkdir -p web/dist && touch build-began\n`)
  writeCloneFile('npm', FAKE_NPM_SCRIPT)
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

const FAKE_NPM_SCRIPT = `#!/bin/sh
mkdir -p node_modules/.bin && mv vite node_modules/.bin
echo '"node_modules/vite"' > node_modules/.package-lock.json`

const WAITING_SOURCE = `setInterval(() => {}, 1000)
process.on('SIGTERM', () => { writeFileSync('database-stopped', ''); process.exit(0) })`

function writeCloneFile(path, text) {
  mkdirSync(join(clone, path, '..'), { recursive: true })
  writeFileSync(join(clone, path), text)
  if (text.startsWith('#!')) chmodSync(join(clone, path), 0o755)
}

function writeDatabase(script) {
  writeCloneFile(
    'server/boot/create-database-main.ts',
    `import { existsSync, writeFileSync } from 'node:fs'\nwriteFileSync('database-began', '')\n${script}`,
  )
}

function startPreparing() {
  const child = spawn(process.execPath, ['scripts/prepare.mjs', 'start', 'database'], {
    cwd: clone,
    env: { ...process.env, PATH: `${clone}:${process.env.PATH}` },
  })
  const processOutput = { child, stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) child[name].on('data', (text) => (processOutput[name] += text))
  return { ...processOutput, ended: once(child, 'close').then(([status]) => ({ ...processOutput, status })) }
}

const hasFile = (path) => existsSync(join(clone, path))
const formatWaitCommand = (file) => `while [ ! -e ${file} ]; do sleep 0.05; done`

test.runIf(freemem() > 2e9)('a first start creates the database while it builds the web app', async () => {
  writeCloneFile(
    'vite',
    `#!/bin/sh\nmkdir -p web/dist && ${formatWaitCommand('database-began')}; touch build-began`,
  )
  writeDatabase(`const wait = setInterval(() => { if (existsSync('build-began')) clearInterval(wait) }, 50)`)
  const { status, stdout, stderr } = await startPreparing().ended
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const step of ['dependencies', 'web app', 'database']) {
    expect(stdout).toMatch(new RegExp(`^ +\\d+\\.\\d s {2}${step}$`, 'm'))
  }
})

test('a later start leaves the database to the portal', async () => {
  writeDatabase('')
  await startPreparing().ended
  rmSync(join(clone, 'database-began'), { force: true })
  writeCloneFile('web/page.ts', '')
  writeCloneFile('vite', '#!/bin/sh')
  expect((await startPreparing().ended).status).toBe(0)
  expect(hasFile('database-began')).toBe(false)
})

test.runIf(freemem() > 2e9)('a build that fails stops the database and says why', async () => {
  writeCloneFile('vite', `#!/bin/sh\n${formatWaitCommand('database-began')}; echo "no such page" >&2; exit 1`)
  writeDatabase(WAITING_SOURCE)
  const { status, stderr } = await startPreparing().ended
  expect(status).toBe(1)
  expect(stderr).toContain('no such page')
  expect(hasFile('database-stopped')).toBe(true)
})

test.each(['SIGINT', 'SIGTERM'])('%s stops a step that runs, and nothing is left behind', async (signal) => {
  writeCloneFile('npm', `#!/bin/sh\necho $$ > npm.pid.new && mv npm.pid.new npm.pid && exec sleep 600`)
  const prepareProcess = startPreparing()
  await expect.poll(() => hasFile('npm.pid')).toBe(true)
  prepareProcess.child.kill(signal)
  const { status, stderr } = await prepareProcess.ended
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  const pid = Number(readFileSync(join(clone, 'npm.pid'), 'utf8'))
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
