import { expect, test } from 'vitest'
import { INITIAL_MOBILE_SETTINGS } from '@tahanan/contract/settings/mobile-settings.ts'
import { computeContrast, getReadableTextColour, isColour, toPickerColour, MIN_CONTRAST } from './colours.ts'

test('colours are three, six or eight hex digits', () => {
  for (const text of ['#174', '#17594A', ' #17594aff ']) expect(isColour(text)).toBe(true)
  for (const text of ['', '17594a', '#1759', 'red', '#17594g']) expect(isColour(text)).toBe(false)
})

test('a native picker gets six digits', () => {
  expect(toPickerColour('#1aF')).toBe('#11aaff')
  expect(toPickerColour('#17594aff')).toBe('#17594a')
  expect(toPickerColour('#17')).toBeUndefined()
})

test('contrast follows WCAG', () => {
  expect(computeContrast('#000000', '#fff')).toBeCloseTo(21)
  expect(computeContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 1)
  expect(computeContrast('#777777', 'grey')).toBeUndefined()
})

test('text on a ground has the more readable ink', () => {
  expect(getReadableTextColour('#123f35')).toBe('#f7f4ec')
  expect(getReadableTextColour('#ffffff')).toBe('#1b2822')
})

test('the default buttons are readable', () => {
  const { primaryButtonBackgroundColor: background, primaryButtonLabelColor: label } = INITIAL_MOBILE_SETTINGS
  expect(computeContrast(background, label)).toBeGreaterThan(MIN_CONTRAST)
})
