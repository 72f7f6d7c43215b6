// Runs a Playwright configuration outside `npm test`: `npm run pictures` (every page at 390 and 1440 px, light and dark, for
// people to look at; the README's few are renewed in docs/pictures/) and `npm run lighthouse` (how fast pages are).
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepareBrowser } from './prepare/browser.mjs'
import { prepareInstall } from './prepare/install.mjs'
import { BIN, ROOT, withPinnedNode } from './prepare/places.mjs'
import { prepareWeb } from './prepare/web.mjs'

prepareInstall()
prepareWeb()
prepareBrowser()
const { status } = spawnSync(join(BIN, 'playwright'), ['test', '--config', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: withPinnedNode(),
})
process.exit(status ?? 1)
