import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const RELEASE_SCRIPT = join(ROOT, 'node_modules/commit-and-tag-version/bin/cli.js')

function openRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const run = (program, ...words) => execFileSync(program, words, { cwd: folder, encoding: 'utf8' })
  const write = (path, text) => writeFileSync(join(folder, path), text)
  const read = (path) => readFileSync(join(folder, path), 'utf8')
  const commit = (message) => {
    run('git', 'add', '.')
    run('git', 'commit', '--quiet', '--message', message)
  }
  run('git', 'init', '--quiet')
  run('git', 'config', 'user.name', 'Ana')
  run('git', 'config', 'user.email', 'ana@example.com')
  for (const path of ['.versionrc.json', 'scripts/release-notes.mjs']) {
    mkdirSync(join(folder, 'scripts'), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path))
  }
  mkdirSync(join(folder, 'server/platform/db/migrations'), { recursive: true })
  write('server/platform/db/migrations/0001_first.sql', '')
  write('package.json', JSON.stringify({ name: 'portal', version: '1.0.0', type: 'module' }))
  write('package-lock.json', JSON.stringify({ name: 'portal', version: '1.0.0', packages: { '': {} } }))
  write('.env.example', '# PORT=3000\n# Replaced:\n# OLD_NAME=1\n')
  write('CHANGELOG.md', '# Changelog\n\nNo version yet.\n')
  commit('feat: begin')
  run(process.execPath, RELEASE_SCRIPT, '--first-release')
  return { run, read, write, commit, release: () => run(process.execPath, RELEASE_SCRIPT) }
}

test('a release raises the version, tags it, and names migrations and settings', { timeout: 120_000 }, () => {
  const { run, read, write, commit, release } = openRepository()
  expect(run('git', 'tag').trim()).toBe('v1.0.0')
  write('server/platform/db/migrations/0002_parcels.sql', '')
  write('.env.example', '# PORT=3000\n# NEW_NAME=1\n')
  commit('feat(parcels)!: keep parcels\n\nBREAKING CHANGE: OLD_NAME is NEW_NAME now.')
  commitEach(commit, write, 'fix(gate): show the way', 'docs: say it')
  release()

  expect(JSON.parse(read('package.json')).version).toBe('2.0.0')
  expect(JSON.parse(read('package-lock.json')).version).toBe('2.0.0')
  expect(run('git', 'tag').trim().split('\n')).toEqual(['v1.0.0', 'v2.0.0'])
  expect(run('git', 'status', '--short')).toBe('')
  const [head, newest, first] = read('CHANGELOG.md').split(/^(?=#{2,3} \[?\d)/m)
  expect(head).toMatch(/^# Changelog\n/)
  expect(newest).toMatch(/OLD_NAME is NEW_NAME now\./)
  expect(newest).toMatch(/### Fixed[^#]*show the way/)
  expect(newest).not.toContain('say it')
  expect(newest.split('### For operators\n\n')[1]?.trimEnd().split('\n')).toEqual([
    '- Migrations, so the way back is a backup unless a note says otherwise: `0002_parcels`.',
    '- Settings that no longer exist: `OLD_NAME`.',
    '- New settings: `NEW_NAME`.',
  ])
  expect(first).toContain('begin')

  commitEach(commit, write, 'fix(gate): show it again')
  release()
  expect(JSON.parse(read('package.json')).version).toBe('2.0.1')
  expect(read('CHANGELOG.md').match(/No migration, and no setting changed\./g)).toHaveLength(1)
})

function commitEach(commit, write, ...messages) {
  for (const message of messages) {
    write(`${message.length}.txt`, message)
    commit(message)
  }
}
