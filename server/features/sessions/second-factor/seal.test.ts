import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const SECRET = Buffer.from('twenty bytes of it..')
const key = randomBytes(32)
const NOT_AUTHENTIC = 'unable to authenticate data'

test('a sealed secret opens for its owner and is different each time', () => {
  const [one, other] = [seal(key, SECRET, 'admin 1'), seal(key, SECRET, 'admin 1')]
  expect(one.equals(other)).toBe(false)
  expect(one.includes(SECRET)).toBe(false)
  expect(unseal(key, one, 'admin 1')).toEqual(SECRET)
  expect(unseal(key, other, 'admin 1')).toEqual(SECRET)
})

test('it does not open for another account, with a changed bit, or cut', () => {
  const sealed = seal(key, SECRET, 'admin 1')
  expect(() => unseal(key, sealed, 'admin 2')).toThrow(NOT_AUTHENTIC)
  expect(() => unseal(key, sealed, 'super-admin 1')).toThrow(NOT_AUTHENTIC)
  for (let byte = 0; byte < sealed.length; byte++) {
    const changed = Buffer.from(sealed)
    changed[byte] = (changed[byte] ?? 0) ^ 1
    expect(() => unseal(key, changed, 'admin 1'), `byte ${byte}`).toThrow(NOT_AUTHENTIC)
  }
  for (const length of [0, 11, 12, 20, 27, sealed.length - 1])
    expect(() => unseal(key, sealed.subarray(0, length), 'admin 1')).toThrow(
      /^Invalid (initialization vector|authentication tag)|unable to authenticate data/,
    )
})

test('it does not open with another key', () => {
  const sealed = seal(key, SECRET, 'admin 1')
  expect(() => unseal(randomBytes(32), sealed, 'admin 1')).toThrow(NOT_AUTHENTIC)
})
