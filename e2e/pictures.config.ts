import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** `npm run pictures` takes a screenshot of every page, for review by people. */
export default defineConfig({
  ...config,
  testDir: 'pictures',
  fullyParallel: true,
  // The community's time zone, because in another one the pages show a notice.
  use: { ...config.use, timezoneId: 'Asia/Manila' },
})
