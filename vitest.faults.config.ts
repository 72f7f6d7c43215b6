import { defineConfig } from 'vitest/config'

/** `npm run test:faults`: processes that are killed, databases that hang, disks that are full; see docs/reliability.md. */
export default defineConfig({
  test: {
    include: ['proof/faults/**/*.test.ts', 'proof/nodes/**/*.test.ts', 'server/**/*.faults.test.ts'],
    globalSetup: ['server/platform/db/testing-cluster.ts'],
    // A file waits half of its time for processes that start, stop or come back: more than two at once would wait for each other.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
