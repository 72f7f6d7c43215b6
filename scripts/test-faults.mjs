// `npm run test:faults`: what needs processes that are killed, a database of its own, root or minutes. Names of tests given
// as arguments choose some of them. docs/reliability.md tells what they show.
import { beginRun } from './steps.mjs'

const run = beginRun()
run.vitest('faults', '--config', 'vitest.faults.config.ts', ...process.argv.slice(2))
run.finish()
