// Everything that can be tested, in one go: what reads the code, then units and calls on a real PostgreSQL, then a browser.
import { beginRun } from './steps.mjs'

const run = beginRun()
run.step('check', 'node', () => ['scripts/check.mjs'])
run.vitest('units and calls')
run.playwright('browser', 'e2e/playwright.config.ts')
run.finish()
