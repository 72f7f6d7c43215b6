import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** Configuration of the Lighthouse tests. They run one at a time, because Lighthouse measures time. */
export default defineConfig({
  ...config,
  testDir: 'lighthouse',
  workers: 1,
  timeout: 120_000,
  projects: [{ name: 'lighthouse' }],
})
