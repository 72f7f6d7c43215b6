import { freemem } from 'node:os'
import { join } from 'node:path'
import { BIN, ROOT, withLinkedNode } from './places.mjs'
import { runStep, runTool } from './run-tool.mjs'

/** Bytes of free memory needed for building the web app and creating the database concurrently. */
const BOTH_BYTES = 1.5e9

/**
 * Creates the database of a first start concurrently with the build of the web app, if there is enough
 * memory; else the portal creates it.
 */
export async function prepareDatabase() {
  // Only later versions of Node 20 know the limit of a container.
  if ((process.availableMemory?.() ?? freemem()) < BOTH_BYTES) return
  await runStep('Creating the database (once) …', 'database', () =>
    runTool('Creating the database', join(BIN, 'node'), [join(ROOT, 'server/boot/create-database-main.ts')], {
      ...withLinkedNode(),
      // The cache of `npm start`, which then loads the same files.
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
    }),
  )
}
