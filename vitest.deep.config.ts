import { defineConfig } from 'vitest/config'
import { COMMON_TEST_OPTIONS, GLOBAL_SETUP_FILES, NODE_LOADER_OPTIONS } from './vitest.config.ts'

// Two workers only: a test file spends half of its time waiting for child processes, so more files would slow
// each other down.
const DEEP_TEST_OPTIONS = {
  ...COMMON_TEST_OPTIONS,
  maxWorkers: 2,
  testTimeout: 900_000,
  hookTimeout: 900_000,
}

/**
 * Deep tests of `npm run test:all`: files that need more than 10 s of CPU time, start or kill processes, hang
 * databases, or fill disks (docs/reliability.md).
 */
export default defineConfig({
  test: {
    ...DEEP_TEST_OPTIONS,
    // The global setup is here and not in each project, so that it runs only once.
    globalSetup: GLOBAL_SETUP_FILES,
    projects: [
      {
        test: {
          name: 'deep',
          include: ['{contract,server,scripts,proof}/**/*.deep.test.{ts,mjs}'],
          isolate: false,
          ...DEEP_TEST_OPTIONS,
          ...NODE_LOADER_OPTIONS,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['proof/faults/**/*.test.ts', 'proof/nodes/**/*.test.ts'],
          ...DEEP_TEST_OPTIONS,
          ...NODE_LOADER_OPTIONS,
        },
      },
      { test: { name: 'web', include: ['web/**/*.deep.test.{ts,tsx}'], ...DEEP_TEST_OPTIONS } },
    ],
  },
})
