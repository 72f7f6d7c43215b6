import { expect, test } from 'vitest'
import { accountName } from './account-name.ts'

const failLookUp = () => {
  throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)')
}

test('an account without a name, as in a container, is named by its number', () => {
  expect(accountName(failLookUp)).toBe(`account ${process.getuid?.()}`)
  expect(accountName(() => ({ username: 'office' }))).toBe('office')
})
