// Everything that can be tested, in one go: what reads the code, then units and calls on a real PostgreSQL, then a browser.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIN, remembered, ROOT, withPinnedNode } from './prepare/places.mjs'

const reports = mkdtempSync(join(tmpdir(), 'tahanan-reports-'))
const total = { passed: 0, failed: 0 }

/** Runs one step to its end, whatever the others did; `count` reads its own report, if it made one. */
function step(name, command, args, count) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const report = join(reports, `${name}.json`)
  const { status } = spawnSync(join(BIN, command), args(report), {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...withPinnedNode(),
      CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? remembered('chromium-path') ?? '',
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  })
  const { passed, failed } = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: status === 0 ? 1 : 0, failed: 0 }
  total.passed += passed
  // A step can fail without a failed test: a formatting error, a file that does not load.
  total.failed += status === 0 ? failed : Math.max(failed, 1)
  console.log(
    `── ${name}: ${status === 0 ? 'good' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`,
  )
}

step('check', 'node', () => ['scripts/check.mjs'])
step(
  'units and calls',
  'vitest',
  (report) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
)
if (existsSync(join(ROOT, 'e2e', 'playwright.config.ts'))) {
  step(
    'browser',
    'playwright',
    () => ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  )
}

rmSync(reports, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
