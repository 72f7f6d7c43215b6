import { spawnSync } from 'node:child_process'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './prepare/places.mjs'

const UNIT_FILE = join(ROOT, 'deploy/tahanan.service')
const isSystemdInstalled = spawnSync('systemd-analyze', ['--version']).status === 0

function analyze(args, unit) {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test.skipIf(!isSystemdInstalled)('systemd accepts every line of the unit', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tahanan-unit-'))
  const unitPath = join(folder.path, 'tahanan.service')
  const text = await readFile(UNIT_FILE, 'utf8')
  // Replaces the program of the service, because the portal is not installed on this machine.
  await writeFile(unitPath, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
  expect(analyze(['verify'], unitPath)).toEqual({ status: 0, output: '' })
  await writeFile(unitPath, text.replace('ProtectProc=', 'ProtectProcs='))
  expect(analyze(['verify'], unitPath).output).toContain('ProtectProcs')
})

test.skipIf(!isSystemdInstalled)(
  'the exposure of the service is the one that docs/operations.md says',
  async () => {
    const { status, output } = analyze(['security', '--offline=yes', '--threshold=20'], UNIT_FILE)
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(output) ?? []
    expect(status, output).toBe(0)
    expect(await readFile(join(ROOT, 'docs/operations.md'), 'utf8')).toContain(`exposure of ${exposure}`)
  },
)
