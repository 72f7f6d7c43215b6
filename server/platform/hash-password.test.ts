import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './hash-password.ts'

test('a password is hashed with argon2id, 19 MiB, two passes and its own salt', async () => {
  const [firstHash, secondHash] = [
    await hashPassword('correct-horse-1'),
    await hashPassword('correct-horse-1'),
  ]
  for (const hash of [firstHash, secondHash]) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(firstHash).not.toBe(secondHash)
  expect(await verifyPassword(firstHash, 'correct-horse-1')).toBe(true)
  expect(await verifyPassword(firstHash, 'correct-horse-2')).toBe(false)
})

test('without a hash no password is right', async () => {
  for (const missingHash of [null, undefined])
    for (const password of ['', 'the password of nobody'])
      expect(await verifyPassword(missingHash, password)).toBe(false)
})
