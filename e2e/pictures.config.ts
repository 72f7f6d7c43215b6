import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** `npm run pictures` takes a screenshot of every page, for review by people. */
export default defineConfig({
  ...config,
  testDir: 'pictures',
  fullyParallel: true,
  // Uses the community's time zone, because in any other time zone the pages show a notice about it.
  use: { ...config.use, timezoneId: 'Asia/Manila' },
})
