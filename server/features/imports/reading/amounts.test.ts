import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAmount } from './amounts.ts'

test.each([
  ['1234.5', '1234.50'],
  ['1,234,567.89', '1234567.89'],
  ['₱ 1,234.50', '1234.50'],
  ['PHP1234', '1234.00'],
  ['php 20', '20.00'],
  ['P1,500', '1500.00'],
  ['20 PHP', '20.00'],
  [' 0 ', '0.00'],
  ['0.00', '0.00'],
  ['-0.00', '0.00'],
  ['.5', '0.50'],
  ['12.', '12.00'],
  ['12.5000', '12.50'],
  ['00012', '12.00'],
  ['\u00a0100\u00a0', '100.00'],
  ['9,999,999,999.99', '9999999999.99'],
  ['-1,234.50', '-1234.50'],
  ['(1,234.50)', '-1234.50'],
  ['1,234.50-', '-1234.50'],
  ['-1', '-1.00'],
  ['₱-5', '-5.00'],
  ['-₱5', '-5.00'],
  ['- ₱ 5', '-5.00'],
  ['₱(5)', '-5.00'],
  ['(PHP 5)', '-5.00'],
  ['(5 PHP)', '-5.00'],
  ['5-', '-5.00'],
  ['\u2212 5', '-5.00'],
  ['100 CR', '-100.00'],
  ['100cr', '-100.00'],
  ['(0.00)', '0.00'],
  ['-9,999,999,999.99', '-9999999999.99'],
])('%s is read as %s', (cell, amount) => expect(readAmount(cell)).toEqual({ amount }))

test.each([
  ['', 'missing'],
  ['  ', 'missing'],
  ['--5', 'cannot be read'],
  ['-5-', 'cannot be read'],
  ['(-5)', 'cannot be read'],
  ['-(5)', 'cannot be read'],
  ['(5', 'cannot be read'],
  ['5)', 'cannot be read'],
  ['(5-', 'cannot be read'],
  ['-5 CR', 'cannot be read'],
  ['(5) CR', 'cannot be read'],
  ['-1.005', 'two decimals'],
  ['(10000000000)', 'too large'],
  ['100 DR', 'cannot be read'],
  ['=1+1', 'formula'],
  ['+100', 'formula'],
  ['@SUM(A1)', 'formula'],
  ['=HYPERLINK("http://x")', 'formula'],
  ['10000000000', 'too large'],
  ['99999999999999999999999', 'too large'],
  ['1.005', 'two decimals'],
  ['1e9', 'cannot be read'],
  ['1.2E+05', 'cannot be read'],
  ['1,23', 'cannot be read'],
  ['1.234,56', 'cannot be read'],
  ['1 2', 'cannot be read'],
  ['12,34,567', 'cannot be read'],
  ['abc', 'cannot be read'],
  ['-', 'cannot be read'],
  ['₱', 'cannot be read'],
  ['#REF!', 'cannot be read'],
  ['NaN', 'cannot be read'],
  ['Infinity', 'cannot be read'],
  ['0x10', 'cannot be read'],
])('%s is refused: %s', (cell, reason) => expect(readAmount(cell).reason).toContain(reason))

test('every amount of pesos and centavos is read to the centavo in every notation', () => {
  const centavos = fc.bigInt({ min: 0n, max: 999_999_999_999n })
  fc.assert(
    fc.property(centavos, fc.boolean(), fc.constantFrom('', '₱', 'PHP ', 'P'), (value, grouped, currency) => {
      const exact = `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
      const written = grouped ? exact.replaceAll(/\B(?=(\d{3})+(?=\.))/g, ',') : exact
      expect(readAmount(`${currency}${written}`)).toEqual({ amount: exact })
      const credit = { amount: value === 0n ? exact : `-${exact}` }
      for (const signed of [`(${currency}${written})`, `-${currency}${written}`, `${currency}${written}-`])
        expect(readAmount(signed)).toEqual(credit)
    }),
  )
})
