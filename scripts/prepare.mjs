// Runs before `npm start`, `npm test` and other commands. Installs packages and builds the web app if needed,
// otherwise prints nothing. Must run on Node 20 without packages, because a fresh clone has none.
import { prepareBrowser } from './prepare/browser.mjs'
import { prepareDatabase } from './prepare/database.mjs'
import { preparePrograms } from './prepare/debian.mjs'
import {
  isInstalled,
  installFolderPackages,
  installPackageSet,
  removeBuildPackages,
} from './prepare/install.mjs'
import { installNode, linkNode } from './prepare/node.mjs'
import { preparePromtool } from './prepare/promtool.mjs'
import { stopTools } from './prepare/run-tool.mjs'
import { isWebBuilt, prepareWeb } from './prepare/web.mjs'

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopping = true
    void stopTools().then(() => process.exit(1))
  })
}

try {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Error(`This is Node ${process.versions.node}; Node 20 or later is needed.`)
  }
  await prepareFor(process.argv[2], process.argv[3])
} catch (error) {
  await stopTools()
  if (!isStopping) console.error(`\nprepare: ${error.message}\n`)
  process.exit(1)
}

/**
 * `purpose` is 'start', 'check' (needs only packages) or another command (needs packages and the web app). At
 * the first start it creates the database while the web app is built.
 */
async function prepareFor(purpose, database) {
  if (purpose === 'start') {
    const isBuilt = isWebBuilt()
    const isFirst = !isInstalled()
    await preparePackages(isBuilt ? 'run' : 'build')
    await Promise.all([
      prepareWeb().then(removeBuildPackages),
      database && isFirst && !isBuilt ? prepareDatabase() : undefined,
    ])
    return
  }
  await preparePackages('test')
  if (purpose === 'lighthouse') await installFolderPackages('e2e/lighthouse', 'Lighthouse')
  if (purpose !== 'check') await prepareWeb()
  if (purpose !== 'check') prepareBrowser()
  if (purpose !== 'all') return
  preparePrograms(['faketime', 'redis-server', 'strace'], 'the deep tests')
  preparePromtool()
}

async function preparePackages(set) {
  await Promise.all([installPackageSet(set), installNode()])
  await linkNode()
}
