import config from './playwright.config.ts'

/** The journeys of `npm run test:all`: long, rare or with a moved clock. */
export default { ...config, testDir: 'deep' }
