import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from './prepare/places.mjs'

/** A clone in which nothing is installed, with an `npm` that does what a test says. */
let clone
beforeEach(() => {
  clone = realpathSync(mkdtempSync(join(tmpdir(), 'tahanan-prepare-')))
  cpSync(join(ROOT, 'scripts'), join(clone, 'scripts'), { recursive: true })
  writeFileSync(join(clone, 'package-lock.json'), '{}')
  mkdirSync(join(clone, 'programs'))
  mkdirSync(join(clone, 'node_modules'))
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

function prepare(npm) {
  const path = join(clone, 'programs', 'npm')
  writeFileSync(path, `#!/bin/sh\ntouch ${clone}/npm-was-called\n${npm}\n`)
  chmodSync(path, 0o755)
  const env = { ...process.env, PATH: `${join(clone, 'programs')}:${process.env.PATH}` }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs', 'check'], {
    cwd: clone,
    env,
    encoding: 'utf8',
  })
  return { status, stderr }
}

test('what runs from node_modules keeps its files: nothing is installed below it', async () => {
  const program = join(clone, 'node_modules', 'postgres')
  copyFileSync('/bin/sleep', program)
  const portal = spawn(program, ['60'])
  try {
    await once(portal, 'spawn')
    const { status, stderr } = prepare('exit 0')
    expect([status, stderr]).toEqual([1, expect.stringContaining(`process ${portal.pid} runs from`)])
    expect(stderr).toContain('Stop the portal first')
    expect(existsSync(join(clone, 'npm-was-called'))).toBe(false)
  } finally {
    portal.kill()
  }
})

test.each([
  ['a full disk', 'echo "npm error code ENOSPC" >&2; exit 228', 'found the disk full'],
  ['want of memory', 'kill -9 $$', 'because memory ran out'],
  ['anything else', 'echo "no such registry" >&2; exit 1', 'no such registry'],
])('an installation that fails for %s says so', (_, npm, told) => {
  const { status, stderr } = prepare(npm)
  expect([status, stderr]).toEqual([1, expect.stringContaining(told)])
  expect(existsSync(join(clone, 'npm-was-called'))).toBe(true)
})
