import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import release from '../../package.json' with { type: 'json' }
import { describeVersion, findCommit, getRunningVersion } from './version.ts'

test('version and commit are those of the code', () => {
  expect(getRunningVersion().version).toBe(release.version)
  expect(describeVersion({ version: '1.2.0', commit: '5926c88d' })).toBe('Tahanan 1.2.0 (5926c88d)')
  expect(describeVersion({ version: '1.2.0', commit: 'unknown' })).toBe('Tahanan 1.2.0 (unknown commit)')
})

test('the commit is that of the image, else of the checkout, and never that of a folder above', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'version-'))
  const runGit = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: checkout,
      encoding: 'utf8',
    }).trim()
  runGit('init', '--quiet')
  writeFileSync(join(checkout, 'release'), '')
  runGit('add', '.')
  runGit('commit', '--quiet', '--message', 'one')
  const commit = runGit('rev-parse', 'HEAD').slice(0, 8)
  expect(findCommit('0123456789abcdef', checkout)).toBe('01234567')
  for (const emptyName of [undefined, '', ' ']) expect(findCommit(emptyName, checkout)).toBe(commit)
  expect(findCommit(undefined, join(checkout, 'release'))).toBe('unknown')
})
