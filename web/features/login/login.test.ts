import { expect, test } from 'vitest'
import { ApiError } from '#lib/api/api.ts'
import { ERRORS } from '@tahanan/contract/errors.ts'
import { formatLoginError } from './login.ts'

test.each([0, 403, 429, 500, 503])('a login refused with %i says why', (status) => {
  expect(formatLoginError(new ApiError(status, 'Try again in 12 minutes.'))).toBe('Try again in 12 minutes.')
})

test.each([400, 401, 404])(
  'a login refused with %i does not say which input is wrong (rules 1.15)',
  (status) => {
    const loginError = new ApiError(status, 'There is no such client.')
    expect(formatLoginError(loginError)).toBe(ERRORS.invalidCredentials[1])
  },
)
