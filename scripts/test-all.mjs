// Runs the deep tests, which `npm test` does not run: `npm run test:all`. Arguments select tests by a part of
// their path. docs/reliability.md describes the tests of failures.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './prepare/places.mjs'
import { beginRun } from './steps.mjs'

const JOURNEYS_FOLDER = 'e2e/deep'

const selectedNames = process.argv.slice(2)
// Searches for matching browser tests first, because Playwright would start a portal before it searches for
// them.
const isJourneySelected = readdirSync(join(ROOT, JOURNEYS_FOLDER), { recursive: true }).some(isSelected)

const run = beginRun()
// Vitest may find no test only if Playwright has one. If neither has a test of that name, the run fails.
const noTestsFlags = isJourneySelected ? ['--passWithNoTests'] : []
run.vitest('deep tests', '--config', 'vitest.deep.config.ts', ...noTestsFlags, ...selectedNames)
if (isJourneySelected) run.playwright('deep journeys', 'e2e/deep.config.ts', ...selectedNames)
run.finish()

function isSelected(file) {
  if (!file.endsWith('.spec.ts')) return false
  return (
    selectedNames.length === 0 || selectedNames.some((part) => `${JOURNEYS_FOLDER}/${file}`.includes(part))
  )
}
