// `npm run test:all`: the deep tests, which `npm test` does not run. Arguments select tests by a part of
// their path. docs/reliability.md describes the tests of failures.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './prepare/places.mjs'
import { beginRun } from './steps.mjs'

const JOURNEYS = 'e2e/deep'

const selected = process.argv.slice(2)
// Checked here because Playwright starts a portal before it searches for tests.
const hasJourney = readdirSync(join(ROOT, JOURNEYS), { recursive: true }).some(isSelected)

const run = beginRun()
// The run fails if neither test runner has a test of that name.
const passes = hasJourney ? ['--passWithNoTests'] : []
run.vitest('deep tests', '--config', 'vitest.deep.config.ts', ...passes, ...selected)
if (hasJourney) run.playwright('deep journeys', 'e2e/deep.config.ts', ...selected)
run.finish()

function isSelected(file) {
  if (!file.endsWith('.spec.ts')) return false
  return selected.length === 0 || selected.some((part) => `${JOURNEYS}/${file}`.includes(part))
}
