import { freemem } from 'node:os'
import { join } from 'node:path'
import { BIN, ROOT, getLinkedNodeEnvironment } from './places.mjs'
import { runStep, runTool } from './run-tool.mjs'

/** Free memory needed to build the web app and create the database at the same time. */
const MIN_FREE_BYTES = 1.5e9

/** Does nothing if there is too little memory; the portal then creates its database later. */
export async function prepareDatabase() {
  // Before Node 20.13 there is no `availableMemory`; unlike `freemem` it knows the limit of a container.
  if ((process.availableMemory?.() ?? freemem()) < MIN_FREE_BYTES) return
  await runStep('Creating the database (once) …', 'database', () =>
    runTool('Creating the database', join(BIN, 'node'), [join(ROOT, 'server/boot/create-database-main.ts')], {
      ...getLinkedNodeEnvironment(),
      // Same cache as `npm start`, which then loads the same files.
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
    }),
  )
}
