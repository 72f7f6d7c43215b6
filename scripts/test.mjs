// `npm test`: the checks that read the code, then tests on a real PostgreSQL, then a browser.
import { beginRun } from './steps.mjs'

const run = beginRun()
run.step('check', 'node', () => ['scripts/check.mjs'])
run.vitest('units and calls')
run.playwright('browser', 'e2e/playwright.config.ts')
run.finish()
