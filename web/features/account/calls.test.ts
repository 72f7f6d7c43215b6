import { expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { changePassword } from './calls.ts'

const PASSWORDS = { oldPassword: 'old-password', newPassword: 'new-password', reNewPassword: 'new-password' }

function stubWrongPassword({ wasRepeated }: { wasRepeated: boolean }) {
  const failure = new ApiError(400, 'Please check the fields.', {
    errors: { oldPassword: ['The old password is not right.'] },
  })
  failure.wasRepeated = wasRepeated
  return { failure, put: vi.spyOn(api, 'put').mockRejectedValueOnce(failure) }
}

test('a password that the first of two requests saved counts as changed (rules 15.33)', async () => {
  const { put } = stubWrongPassword({ wasRepeated: true })
  put.mockResolvedValueOnce({})
  await changePassword(PASSWORDS)
  expect(put.mock.calls).toEqual([
    ['/change-password', PASSWORDS],
    [
      '/change-password',
      { ...PASSWORDS, oldPassword: PASSWORDS.newPassword },
      { quiet: true, watched: true },
    ],
  ])
})

test('a wrong old password that was sent twice is refused', async () => {
  const { failure, put } = stubWrongPassword({ wasRepeated: true })
  put.mockRejectedValueOnce(failure)
  await expect(changePassword(PASSWORDS)).rejects.toBe(failure)
})

test('a check without an answer is reported instead of a wrong old password', async () => {
  const { put } = stubWrongPassword({ wasRepeated: true })
  const noAnswer = new ApiError(0, 'We could not reach the server.')
  put.mockRejectedValueOnce(noAnswer)
  await expect(changePassword(PASSWORDS)).rejects.toBe(noAnswer)
})

test('a wrong old password that was sent once is refused without a second request', async () => {
  const { failure, put } = stubWrongPassword({ wasRepeated: false })
  await expect(changePassword(PASSWORDS)).rejects.toBe(failure)
  expect(put).toHaveBeenCalledOnce()
})
