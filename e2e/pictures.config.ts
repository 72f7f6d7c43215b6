import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** `npm run pictures` takes a screenshot of every page, for review by people. */
export default defineConfig({
  ...config,
  testDir: 'pictures',
  fullyParallel: true,
  // The community's time zone, so that there is no notice about it.
  use: { ...config.use, timezoneId: 'Asia/Manila' },
})
