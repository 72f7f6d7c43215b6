// Runs a Playwright configuration outside `npm test`: `npm run pictures` (screenshots of every page at 390
// and 1440 px, light and dark; those of the README are written to docs/pictures/) and `npm run lighthouse`
// (speed of pages).
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { BIN, ROOT, getLinkedNodeEnvironment } from './prepare/places.mjs'

const { status } = spawnSync(join(BIN, 'playwright'), ['test', '--config', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: getLinkedNodeEnvironment(),
})
process.exit(status ?? 1)
