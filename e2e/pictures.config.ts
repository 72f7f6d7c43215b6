import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** `npm run pictures` takes a screenshot of every page for review. */
export default defineConfig({
  ...config,
  testDir: 'pictures',
  fullyParallel: true,
  // In any other time zone the pages show a notice about it.
  use: { ...config.use, timezoneId: 'Asia/Manila' },
})
