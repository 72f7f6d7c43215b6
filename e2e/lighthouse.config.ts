import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** Lighthouse, which measures time and therefore runs alone. */
export default defineConfig({
  ...config,
  testDir: 'lighthouse',
  workers: 1,
  timeout: 120_000,
  projects: [{ name: 'lighthouse' }],
})
