import { expect, test } from 'vitest'
import { subtractTax } from './use-form-with-tax-subtracted.ts'

function typeTax(paid: number, ...typedTexts: string[]): (number | undefined)[] {
  let state = { paid, tax: Number.NaN, whole: undefined as number | undefined }
  return typedTexts.map((text) => {
    const newAmounts = subtractTax(state, Number(text))
    state = { ...state, ...newAmounts, tax: Number(text) }
    return newAmounts?.paid
  })
}

test('the tax is subtracted from the paid amount while typed, and added back when removed', () => {
  expect(typeTax(20_000, '4', '40', '400', '400.', '400.5')).toEqual([
    19_996, 19_960, 19_600, 19_600, 19_599.5,
  ])
  expect(typeTax(20_000, '400', '40', '')).toEqual([19_600, 19_960, 20_000])
  expect(typeTax(0.3, '0.1')).toEqual([0.2])
})

test('a tax above the amount, or without an amount, is not subtracted', () => {
  expect(typeTax(100, '4', '40', '400', '40')).toEqual([96, 60, 100, 60])
  expect(typeTax(100, '100')).toEqual([100])
  expect(typeTax(Number.NaN, '4')).toEqual([undefined])
  expect(typeTax(100, 'abc')).toEqual([100])
})

test('an amount typed after the tax is kept, and another tax is taken from the sum of both', () => {
  expect(subtractTax({ paid: 19_600, tax: 400, whole: undefined }, 500)).toEqual({
    whole: 20_000,
    paid: 19_500,
  })
})
