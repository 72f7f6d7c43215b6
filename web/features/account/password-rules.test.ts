import { expect, test } from 'vitest'
import { checkPasswords } from './password-rules.ts'

test('all three passwords are required', () => {
  expect(
    Object.keys(checkPasswords({ oldPassword: '', newPassword: '', reNewPassword: '' }).missing),
  ).toEqual(['oldPassword', 'newPassword', 'reNewPassword'])
})

test('a repeated password that differs gets the message of rules 1.22', () => {
  expect(checkPasswords({ oldPassword: 'a', newPassword: 'b', reNewPassword: 'c' })).toEqual({
    missing: {},
    unmatched: 'The new password and re-type password does not matched.',
  })
})

test('a blank counts as a character', () => {
  expect(checkPasswords({ oldPassword: 'a', newPassword: ' b', reNewPassword: 'b' }).unmatched).toBeDefined()
  expect(checkPasswords({ oldPassword: ' ', newPassword: 'b', reNewPassword: 'b' })).toEqual({ missing: {} })
})
