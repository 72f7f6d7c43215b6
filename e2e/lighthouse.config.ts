import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** Lighthouse measures time, so its tests run one at a time. */
export default defineConfig({
  ...config,
  testDir: 'lighthouse',
  workers: 1,
  timeout: 120_000,
  projects: [{ name: 'lighthouse' }],
})
