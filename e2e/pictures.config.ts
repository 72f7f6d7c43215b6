import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** `npm run pictures` takes a picture of every page, for people to look at. */
export default defineConfig({
  ...config,
  testDir: 'pictures',
  fullyParallel: true,
  // As in the community, without the note about its time zone.
  use: { ...config.use, timezoneId: 'Asia/Manila' },
})
