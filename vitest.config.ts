import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error('The tests run on the Node of node_modules: start them with npm test or npx vitest.')
}

export const COMMON_TEST_OPTIONS = {
  // Generous timeouts for a busy machine: only failing tests take this long.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: [join(import.meta.dirname, 'scripts/put-back.ts')],
  // Child processes of tests reuse compiled modules, which makes them start 40 % faster.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
}

/**
 * Loads TypeScript by Node, as `npm start` does: twice as fast as Vite's module runner. Not for the web app.
 */
export const NODE_LOADER_OPTIONS = { experimental: { viteModuleRunner: false, nodeLoader: false } }

export const GLOBAL_SETUP_FILES = ['server/platform/db/testing-cluster.ts']

// Deep tests start processes or take minutes. They run with `npm run test:all`.
const excludedFiles = [...configDefaults.exclude, '**/*.deep.test.*']

export default defineConfig({
  test: {
    // A test file spends a third of its time waiting for the database and timers, so three workers keep two
    // cores busy.
    maxWorkers: 3,
    // Test files of a worker share loaded modules, because loading the server again takes longer than most
    // test files. Therefore no test file may mock a module.
    isolate: false,
    ...COMMON_TEST_OPTIONS,
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
          exclude: excludedFiles,
          globalSetup: GLOBAL_SETUP_FILES,
          ...NODE_LOADER_OPTIONS,
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude: excludedFiles } },
    ],
  },
})
