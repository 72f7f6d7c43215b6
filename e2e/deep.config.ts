import config from './playwright.config.ts'

/** Runs the journeys of `npm run test:all`: long or rare ones, and those that move the clock. */
export default { ...config, testDir: 'deep' }
