import { freemem } from 'node:os'
import { join } from 'node:path'
import { BIN, ROOT, getLinkedNodeEnvironment } from './places.mjs'
import { runStep, runTool } from './run-tool.mjs'

/** Building the web app and creating the database at the same time needs this much free memory. */
const MIN_FREE_BYTES = 1.5e9

/**
 * Creates the embedded database. Does nothing if there is too little memory; the portal then creates it at
 * its start.
 */
export async function prepareDatabase() {
  // `availableMemory` knows the memory limit of a container, `freemem` does not. It is missing before Node
  // 20.13.
  if ((process.availableMemory?.() ?? freemem()) < MIN_FREE_BYTES) return
  await runStep('Creating the database (once) …', 'database', () =>
    runTool('Creating the database', join(BIN, 'node'), [join(ROOT, 'server/boot/create-database-main.ts')], {
      ...getLinkedNodeEnvironment(),
      // `npm start` uses the same cache, so it need not compile these files again.
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
    }),
  )
}
