import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './prepare/places.mjs'

test('a name that no deep test and no deep journey has fails, and is shown', () => {
  const env = { ...process.env }
  delete env.NODE_ENV
  for (const name of Object.keys(env)) if (name.startsWith('VITEST')) delete env[name]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts/test-all.mjs'), 'no-such-test'],
    { env, encoding: 'utf8' },
  )
  expect(stdout + stderr).toMatch(/No test files found[\s\S]*no-such-test/)
  expect(status).toBe(1)
})
