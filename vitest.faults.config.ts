import { defineConfig } from 'vitest/config'

/** `npm run test:faults`: processes that are killed, databases that hang, disks that are full; see docs/reliability.md. */
export default defineConfig({
  test: {
    include: ['proof/faults/**/*.test.ts', 'proof/nodes/**/*.test.ts', 'server/**/*.faults.test.ts'],
    globalSetup: ['server/platform/db/testing-cluster.ts'],
    // Each file starts processes that want the whole machine.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
