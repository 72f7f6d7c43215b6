import { freemem } from 'node:os'
import { join } from 'node:path'
import { BIN, ROOT, getLinkedNodeEnvironment } from './places.mjs'
import { runStep, runTool } from './run-tool.mjs'

/** Bytes of free memory that building the web app and creating the database at the same time need. */
const MIN_FREE_BYTES = 1.5e9

/**
 * Creates the database of a first start while the web app is built. With too little memory the portal creates
 * it later.
 */
export async function prepareDatabase() {
  // Before Node 20.13 there is no `availableMemory`; unlike `freemem` it knows the limit of a container.
  if ((process.availableMemory?.() ?? freemem()) < MIN_FREE_BYTES) return
  await runStep('Creating the database (once) …', 'database', () =>
    runTool('Creating the database', join(BIN, 'node'), [join(ROOT, 'server/boot/create-database-main.ts')], {
      ...getLinkedNodeEnvironment(),
      // The cache of `npm start`, which then loads the same files.
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
    }),
  )
}
