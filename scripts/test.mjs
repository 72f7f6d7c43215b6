// Everything that can be tested, in one go: what reads the code, then units and calls on a real PostgreSQL, then a browser,
// then, by itself because it measures time, Lighthouse.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './prepare/places.mjs'
import { beginRun } from './steps.mjs'

const run = beginRun()
run.step('check', 'node', () => ['scripts/check.mjs'])
run.vitest('units and calls')
for (const [name, config] of [
  ['browser', 'e2e/playwright.config.ts'],
  ['lighthouse', 'e2e/lighthouse.config.ts'],
]) {
  if (!existsSync(join(ROOT, config))) continue
  run.step(
    name,
    'playwright',
    () => ['test', '--config', config, '--reporter=list,json'],
    ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    }),
  )
}
run.finish()
