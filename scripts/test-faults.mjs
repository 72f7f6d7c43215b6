// `npm run test:faults`: tests that kill processes, or need their own database, root or minutes.
// Arguments select tests by name. docs/reliability.md says what they show.
import { beginRun } from './steps.mjs'

const run = beginRun()
run.vitest('faults', '--config', 'vitest.faults.config.ts', ...process.argv.slice(2))
run.finish()
