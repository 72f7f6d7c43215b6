import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BIN, ROOT } from './prepare/places.mjs'
import { parsePlaywrightReport, parseVitestReport } from './reports.mjs'

const folder = mkdtempSync(join(tmpdir(), 'tahanan-reports-'))
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function runAndReadReport(files, command, args) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const reportFile = join(folder, 'report.json')
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile, FORCE_COLOR: '1' }
  delete env.NODE_ENV
  for (const name of Object.keys(env)) if (name.startsWith('VITEST')) delete env[name]
  const commandResult = spawnSync(join(BIN, command), args(reportFile), {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  expect(commandResult.status, commandResult.stdout + commandResult.stderr).toBe(1)
  return JSON.parse(readFileSync(reportFile, 'utf8'))
}

test('a test that failed in Vitest is named with its file and its message, and so is a file that does not load', () => {
  const report = runAndReadReport(
    {
      'sums.test.mjs': `import { describe, expect, test } from 'vitest'
describe('sums', () => {
  test('right', () => expect(1 + 1).toBe(2))
  test('wrong', () => expect(1 + 1).toBe(3))
  test.skip('later', () => {})
})`,
      'broken.test.mjs': `import './nowhere.mjs'`,
    },
    'vitest',
    (file) => ['run', '--root', folder, '--dir', folder, '--reporter=json', `--outputFile.json=${file}`],
  )
  const { failures, ...counts } = parseVitestReport(report)
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 1 })
  expect(failures).toHaveLength(2)
  const wrongSumFailure = failures.find(({ name }) => name.includes('sums.test.mjs'))
  expect(wrongSumFailure.name).toContain('sums wrong')
  expect(wrongSumFailure.message).toContain('expected 2 to be 3')
  expect(wrongSumFailure.message).not.toContain('\u001B')
  expect(failures.find(({ name }) => name.includes('broken.test.mjs')).message).toContain('nowhere.mjs')
})

test('a test that failed in Playwright is named with its file and its message', () => {
  const report = runAndReadReport(
    {
      'playwright.config.mjs': `export default { testDir: '.', testMatch: '*.spec.mjs' }`,
      'sums.spec.mjs': `import { expect, test } from '@playwright/test'
test.describe('sums', () => {
  test('right', () => expect(1 + 1).toBe(2))
  test('wrong', () => expect(1 + 1).toBe(3))
  test.skip('later', () => {})
})`,
    },
    'playwright',
    () => ['test', '--config', 'playwright.config.mjs', '--reporter=json'],
  )
  const { failures, ...counts } = parsePlaywrightReport(report)
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 1 })
  expect(failures).toHaveLength(1)
  expect(failures[0].name).toMatch(/sums\.spec\.mjs.*sums > wrong/)
  expect(failures[0].message).toContain('Expected: 3')
})
