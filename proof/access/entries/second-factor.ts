import { TEST_PASSWORD, createTestAdmin } from '@tahanan/server/testing/accounts.ts'
import { getCode, turnOnSecondFactor } from '@tahanan/server/testing/authenticator.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import type { AccessCases, AllowedCallers } from '../access-case.ts'

const ALL_ADMINISTRATORS: AllowedCallers = { administrators: 'all', superAdministrators: true }
const password = TEST_PASSWORD
/**
 * Returns the code of the next time step, because the current code has already been used to turn two-step
 * login on.
 */
const getNextCode = (secret: string) => getCode(secret, 1)

const secretsBySession = new Map<number, string>()
async function getSecondFactorSecret(me: LoggedInCaller): Promise<string> {
  const secret = secretsBySession.get(me.sessionId) ?? (await turnOnSecondFactor(me)).secret
  secretsBySession.set(me.sessionId, secret)
  return secret
}

export const secondFactorCases: AccessCases = {
  'POST /api/login/second-factor': {
    isPublic: true,
    expectedStatus: 200,
    prepare: async ({ portal }) => {
      const admin = await createTestAdmin(portal.db)
      const { secret } = await turnOnSecondFactor(await portal.logIn('admin', admin))
      const { body } = await portal.nobody.post<{ secondFactor: string }>('/login/admin', {
        email: admin.email,
        password,
      })
      return { body: { challenge: body.secondFactor, code: getNextCode(secret) } }
    },
  },
  'POST /api/confirmation': {
    ...ALL_ADMINISTRATORS,
    residents: 'all',
    expectedStatus: 200,
    prepare: () => ({ body: { password } }),
  },
  'POST /api/second-factor/begin': {
    ...ALL_ADMINISTRATORS,
    expectedStatus: 200,
    prepare: () => ({ body: { password } }),
  },
  'POST /api/second-factor/confirm': {
    ...ALL_ADMINISTRATORS,
    expectedStatus: 200,
    prepare: async (_, me) => {
      const { body } = await me.post<{ secret: string }>('/second-factor/begin', { password })
      return { body: { code: getCode(body.secret) } }
    },
  },
  'POST /api/second-factor/recovery-codes': {
    ...ALL_ADMINISTRATORS,
    expectedStatus: 200,
    prepare: async (_, me) => {
      await getSecondFactorSecret(me)
      return { body: { password } }
    },
  },
  'DELETE /api/second-factor': {
    ...ALL_ADMINISTRATORS,
    prepare: async (_, me) => {
      return { body: { password, code: getNextCode(await getSecondFactorSecret(me)) } }
    },
  },
}
