import { defineConfig } from 'vitest/config'
import { COMMON, GLOBAL_SETUP, LOADED_BY_NODE } from './vitest.config.ts'

// A file waits half of its time for processes that start, stop or return: more than two at once would wait
// for each other. The longest takes four minutes on an idle machine.
const DEEP = { ...COMMON, maxWorkers: 2, testTimeout: 900_000, hookTimeout: 900_000 }

/**
 * The deep tests of `npm run test:all`: files that need more than 10 s of processor time, or that start processes,
 * kill them, hang databases or fill disks (docs/reliability.md).
 */
export default defineConfig({
  test: {
    ...DEEP,
    // Here, and not inherited by the projects, so that it runs once.
    globalSetup: GLOBAL_SETUP,
    projects: [
      {
        test: {
          name: 'deep',
          include: ['{contract,server,scripts,proof}/**/*.deep.test.{ts,mjs}'],
          isolate: false,
          ...DEEP,
          ...LOADED_BY_NODE,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['proof/faults/**/*.test.ts', 'proof/nodes/**/*.test.ts'],
          ...DEEP,
          ...LOADED_BY_NODE,
        },
      },
      { test: { name: 'web', include: ['web/**/*.deep.test.{ts,tsx}'], ...DEEP } },
    ],
  },
})
