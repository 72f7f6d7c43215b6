import { expect, test } from 'vitest'
import { getAccountName } from './get-account-name.ts'

const failLookUp = () => {
  throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)')
}

test('an account without a name, as in a container, is named by its number', () => {
  expect(getAccountName(failLookUp)).toBe(`account ${process.getuid?.()}`)
  expect(getAccountName(() => ({ username: 'office' }))).toBe('office')
})
