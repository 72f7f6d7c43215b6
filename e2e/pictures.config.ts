import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** `npm run pictures`: every page as a picture, to be looked at by people. */
export default defineConfig({ ...config, testDir: 'pictures', fullyParallel: true })
