// Runs before `npm start`, `npm test` and the other commands: makes a fresh clone ready, and says nothing when it is.
// Plain Node 20 or later without dependencies, since at first there are none.
import { prepareBrowser } from './prepare/browser.mjs'
import { preparePrograms } from './prepare/debian.mjs'
import { prepareFolder, prepareInstall, removeBuildPackages } from './prepare/install.mjs'
import { prepareNode } from './prepare/node.mjs'
import { isWebBuilt, prepareWeb } from './prepare/web.mjs'

try {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Error(`This is Node ${process.versions.node}; Node 20 or later is needed.`)
  }
  prepareFor(process.argv[2])
} catch (error) {
  console.error(`\nprepare: ${error.message}\n`)
  process.exit(1)
}

/** `purpose` is 'start', or what else is run: 'check' needs the packages alone, all others the web app too. */
function prepareFor(purpose) {
  if (purpose === 'start') {
    prepareInstall(isWebBuilt() ? 'run' : 'build')
    prepareNode()
    prepareWeb()
    removeBuildPackages()
    return
  }
  prepareInstall('test')
  prepareNode()
  if (purpose === 'lighthouse') prepareFolder('e2e/lighthouse', 'Lighthouse')
  if (purpose !== 'check') prepareWeb()
  if (purpose === 'faults') preparePrograms(['faketime', 'redis-server', 'strace'], 'the tests of faults')
  else if (purpose !== 'check') prepareBrowser()
  if (purpose === 'test') preparePrograms(['faketime'], 'a browser test of three months')
}
