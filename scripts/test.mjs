// Everything that can be tested, in one go: what reads the code, then units and calls on a real PostgreSQL, then a browser.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './prepare/places.mjs'
import { beginRun } from './steps.mjs'

const run = beginRun()
run.step('check', 'node', () => ['scripts/check.mjs'])
run.vitest('units and calls')
if (existsSync(join(ROOT, 'e2e', 'playwright.config.ts'))) {
  run.step(
    'browser',
    'playwright',
    () => ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    }),
  )
}
run.finish()
