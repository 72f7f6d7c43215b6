import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealSecret, unsealSecret } from './seal-secret.ts'

const SECRET = Buffer.from('twenty bytes of it..')
const key = randomBytes(32)
const AUTHENTICATION_ERROR = 'unable to authenticate data'

test('a sealed secret opens for its owner and is different each time', () => {
  const [firstSealed, secondSealed] = [sealSecret(key, SECRET, 'admin 1'), sealSecret(key, SECRET, 'admin 1')]
  expect(firstSealed.equals(secondSealed)).toBe(false)
  expect(firstSealed.includes(SECRET)).toBe(false)
  expect(unsealSecret(key, firstSealed, 'admin 1')).toEqual(SECRET)
  expect(unsealSecret(key, secondSealed, 'admin 1')).toEqual(SECRET)
})

test('it does not open for another account, with a changed bit, or cut', () => {
  const sealedSecret = sealSecret(key, SECRET, 'admin 1')
  expect(() => unsealSecret(key, sealedSecret, 'admin 2')).toThrow(AUTHENTICATION_ERROR)
  expect(() => unsealSecret(key, sealedSecret, 'super-admin 1')).toThrow(AUTHENTICATION_ERROR)
  for (let byte = 0; byte < sealedSecret.length; byte++) {
    const changedSecret = Buffer.from(sealedSecret)
    changedSecret[byte] = (changedSecret[byte] ?? 0) ^ 1
    expect(() => unsealSecret(key, changedSecret, 'admin 1'), `byte ${byte}`).toThrow(AUTHENTICATION_ERROR)
  }
  for (const length of [0, 11, 12, 20, 27, sealedSecret.length - 1])
    expect(() => unsealSecret(key, sealedSecret.subarray(0, length), 'admin 1')).toThrow(
      /^Invalid (initialization vector|authentication tag)|unable to authenticate data/,
    )
})

test('it does not open with another key', () => {
  const sealedSecret = sealSecret(key, SECRET, 'admin 1')
  expect(() => unsealSecret(randomBytes(32), sealedSecret, 'admin 1')).toThrow(AUTHENTICATION_ERROR)
})
