// Runs before `npm start`, `npm test`, `npm run test:faults` and `npm run check`: makes a fresh clone ready, and says nothing when it is.
// Plain Node 20 or later without dependencies, since at first there are none.
import { prepareBrowser } from './prepare/browser.mjs'
import { prepareFaults } from './prepare/debian.mjs'
import { prepareInstall } from './prepare/install.mjs'
import { prepareWeb } from './prepare/web.mjs'

const purpose = process.argv[2]

try {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Error(`This is Node ${process.versions.node}; Node 20 or later is needed.`)
  }
  prepareInstall()
  // reading code needs what it imports, and nothing that is built
  if (purpose !== 'check') prepareWeb()
  if (purpose === 'test') prepareBrowser()
  if (purpose === 'faults') prepareFaults()
} catch (error) {
  console.error(`\nprepare: ${error.message}\n`)
  process.exit(1)
}
