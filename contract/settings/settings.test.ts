import { expect, test } from 'vitest'
import { getPeriodDays } from '../lists/filters.ts'
import { INITIAL_MOBILE_SETTINGS, parseMobileSettings } from './mobile-settings.ts'
import { GRACE_DAYS_PATTERN } from './money-settings.ts'
import { OFFICE_TIME_PATTERN } from './office-hours.ts'

test('grace days are empty or 0 to 365, and office hours are times of a day', () => {
  expect(['', '0', '99', '299', '365'].every((days) => GRACE_DAYS_PATTERN.test(days))).toBe(true)
  expect(['366', '400', '-1', '1.5', ' 5', '1000'].some((days) => GRACE_DAYS_PATTERN.test(days))).toBe(false)
  expect(['00:00', '19:59', '23:59'].every((time) => OFFICE_TIME_PATTERN.test(time))).toBe(true)
  expect(['24:00', '9:00', '12:60', '12:00:00'].some((time) => OFFICE_TIME_PATTERN.test(time))).toBe(false)
})

test.each([
  ['2026-03-14', '2026-03-09', '2026-03-15', '2026-03-01', '2026-03-31'],
  // 1 March 2026 is a Sunday. It belongs to the week before, because a week begins on Monday.
  ['2026-03-01', '2026-02-23', '2026-03-01', '2026-03-01', '2026-03-31'],
  ['2024-02-26', '2024-02-26', '2024-03-03', '2024-02-01', '2024-02-29'],
  ['2026-12-31', '2026-12-28', '2027-01-03', '2026-12-01', '2026-12-31'],
])('the week and the month of %s', (today, monday, sunday, first, last) => {
  expect(getPeriodDays(today)).toEqual({
    today: { from: today, to: today },
    week: { from: monday, to: sunday },
    month: { from: first, to: last },
  })
})

const parseSettings = (settings: object | string) =>
  parseMobileSettings(typeof settings === 'string' ? settings : JSON.stringify(settings))

test('mobile settings are read with defaults, trimmed, and colours in small letters', () => {
  expect(
    parseSettings({
      appTitle: ' My home ',
      headerBackgroundColor: '#ABC',
      headerLogo: 'logo/a.png',
      appName: 'X',
    }),
  ).toEqual({
    settings: {
      ...INITIAL_MOBILE_SETTINGS,
      appTitle: 'My home',
      headerBackgroundColor: '#abc',
      headerLogoPath: 'logo/a.png',
    },
  })
  expect(parseSettings({ appTitle: null, headerLogo: '' })).toEqual({
    settings: { ...INITIAL_MOBILE_SETTINGS, appTitle: '' },
  })
})

test.each([
  ['[]', 'mobileSettings', 'These settings could not be read.'],
  ['{', 'mobileSettings', 'These settings could not be read.'],
  [`${'['.repeat(9)}${']'.repeat(9)}`, 'mobileSettings', 'These settings could not be read.'],
  [
    '{"primaryButtonBorderColor":"green"}',
    'mobileSettings.primaryButtonBorderColor',
    'This is not a colour, such as #17594a.',
  ],
  [
    '{"primaryButtonBorderColor":"#12345"}',
    'mobileSettings.primaryButtonBorderColor',
    'This is not a colour, such as #17594a.',
  ],
  [
    '{"headerLogo":"soa/pdf/a"}',
    'mobileSettings.headerLogoPath',
    'This image does not lie in the folder logo.',
  ],
  ['{"appTitle":5}', 'mobileSettings.appTitle', 'This must be a text.'],
  [`{"appTitle":"${'x'.repeat(1001)}"}`, 'mobileSettings.appTitle', 'At most 1000 characters.'],
  ['{"appTitle":"\\u0000"}', 'mobileSettings.appTitle', 'This holds characters that cannot be stored.'],
])('the mobile settings %s are refused', (text, field, message) => {
  expect(parseSettings(text)).toEqual({ errors: { [field]: [message] } })
})
