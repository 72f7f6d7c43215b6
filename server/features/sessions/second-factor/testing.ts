import { getCode } from '#testing/authenticator.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import { logIn as logInBy } from '../testing.ts'

export type OfficeUser = LoggedInCaller<{ id: number; email: string }>

export const getWrongCode = (secret: string) => getCode(secret, 50)

/** Creates helpers for a login in two steps. By default each call comes from another address. */
export function createLoginHelpers(portal: TestPortal) {
  let lastAddress = 0
  const createAddress = () => `198.51.100.${(++lastAddress % 250) + 1}`
  const logIn = (officeUser: OfficeUser, address = createAddress(), password?: string) =>
    logInBy(portal.from(address), officeUser.area, officeUser.account.email, password)
  return {
    logIn,
    beginLogin: async (officeUser: OfficeUser) => (await logIn(officeUser)).body['secondFactor'] ?? '',
    answerChallenge: (challenge: string, code: string, address = createAddress()) =>
      portal.from(address).post<Record<string, string>>('/login/second-factor', { challenge, code }),
  }
}
