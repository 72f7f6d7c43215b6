// Runs before `npm start`, `npm test` and the other commands: makes a fresh clone ready, in silence if it is.
// Runs on Node 20 without dependencies: none are installed at first.
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

/** Prepares for 'start', 'check' (packages only) or another command (packages and the web app). */
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
