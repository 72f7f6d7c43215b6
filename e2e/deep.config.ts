import config from './playwright.config.ts'

/** Browser tests of `npm run test:all`: slow or rare cases, and tests that change the clock. */
export default { ...config, testDir: 'deep' }
