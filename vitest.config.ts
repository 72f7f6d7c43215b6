import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error('The tests run on the Node of node_modules: start them with npm test or npx vitest.')
}

export const COMMON = {
  // Long enough for a busy machine: only a failing test waits.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: [join(import.meta.dirname, 'scripts/put-back.ts')],
  // Processes that tests start cache their compiled modules, which saves commands 40 % of their time.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
}

/**
 * Node loads the TypeScript of all but the web app as `npm start` does, in half of the time of Vite's module
 * runner.
 */
export const LOADED_BY_NODE = { experimental: { viteModuleRunner: false, nodeLoader: false } }

/** One PostgreSQL for the run. */
export const GLOBAL_SETUP = ['server/platform/db/testing-cluster.ts']

// Tests that need processes or minutes: `npm run test:all`.
const exclude = [...configDefaults.exclude, '**/*.deep.test.*']

export default defineConfig({
  test: {
    // A file waits a third of its time for the database and for timers, so three of them keep two cores busy.
    maxWorkers: 3,
    // The files of a worker share its modules, since loading the server again takes longer than most files
    // do. So no file may mock a module.
    isolate: false,
    ...COMMON,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
            'proof/access/**/*.test.ts',
            'proof/attacks/**/*.test.ts',
          ],
          exclude,
          globalSetup: GLOBAL_SETUP,
          ...LOADED_BY_NODE,
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude } },
    ],
  },
})
