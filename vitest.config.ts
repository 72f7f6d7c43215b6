import { configDefaults, defineConfig } from 'vitest/config'

if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error('The tests run on the Node of node_modules: start them with npm test or npx vitest.')
}

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'web/**/*.test.{ts,tsx}',
      'scripts/**/*.test.{ts,mjs}',
      'proof/access/**/*.test.ts',
      'proof/attacks/**/*.test.ts',
    ],
    // tests that kill processes or take minutes: `npm run test:faults`
    exclude: [...configDefaults.exclude, '**/*.faults.test.ts'],
    globalSetup: ['server/platform/db/testing-cluster.ts'],
    // A file waits a third of its time for the database and for timers, so three of them keep two cores busy.
    maxWorkers: 3,
    // The files of a worker share its modules: to load the server anew costs more than most files do with it. So a file
    // puts back what it changes of modules, of `process.env` and of the globals, and replaces no module.
    isolate: false,
    // A busy machine may need so long: waiting costs only a test that fails.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
