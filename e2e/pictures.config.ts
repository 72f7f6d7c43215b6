import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** `npm run pictures` takes a screenshot of every page for review. */
export default defineConfig({
  ...config,
  testDir: 'pictures',
  fullyParallel: true,
  // The community's time zone. In any other time zone, the pages would show a notice about the difference.
  use: { ...config.use, timezoneId: 'Asia/Manila' },
})
