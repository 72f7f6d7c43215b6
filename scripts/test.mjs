// Everything that can be tested, in one go: what reads the code, then units and calls on a real PostgreSQL, then a browser,
// then, by itself because it measures time, Lighthouse.
import { beginRun } from './steps.mjs'

const run = beginRun()
run.step('check', 'node', () => ['scripts/check.mjs'])
run.vitest('units and calls')
run.playwright('browser', 'e2e/playwright.config.ts')
run.playwright('lighthouse', 'e2e/lighthouse.config.ts')
run.finish()
