// `npm run pictures`: every page at 390 and 1440 px, light and dark, into a folder for people to look at; the few that the
// README shows are renewed in docs/pictures/.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepareBrowser } from './prepare/browser.mjs'
import { prepareInstall } from './prepare/install.mjs'
import { BIN, ROOT, withPinnedNode } from './prepare/places.mjs'
import { prepareWeb } from './prepare/web.mjs'

prepareInstall()
prepareWeb()
prepareBrowser()
const { status } = spawnSync(
  join(BIN, 'playwright'),
  ['test', '--config', 'e2e/pictures.config.ts', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: withPinnedNode() },
)
process.exit(status ?? 1)
