import { TEST_PASSWORD, makeAdmin } from '@tahanan/server/testing/accounts.ts'
import { getCode, turnOnSecondFactor } from '@tahanan/server/testing/authenticator.ts'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import type { Entries, Who } from '../entry.ts'

const OFFICE: Who = { administrators: 'all', superAdministrators: true }
const password = TEST_PASSWORD
/** Returns the next code, because turning on two-step login has already used the current one. */
const getNextCode = (secret: string) => getCode(secret, 1)

const secrets = new Map<number, string>()
/** Returns the secret of two-step login; turns two-step login on if it was off. */
async function getSecret(me: LoggedIn): Promise<string> {
  const secret = secrets.get(me.sessionId) ?? (await turnOnSecondFactor(me)).secret
  secrets.set(me.sessionId, secret)
  return secret
}

export const secondFactorEntries: Entries = {
  'POST /api/login/second-factor': {
    open: true,
    answers: 200,
    prepare: async ({ portal }) => {
      const admin = await makeAdmin(portal.db)
      const { secret } = await turnOnSecondFactor(await portal.logIn('admin', admin))
      const { body } = await portal.nobody.post<{ secondFactor: string }>('/login/admin', {
        email: admin.email,
        password,
      })
      return { body: { challenge: body.secondFactor, code: getNextCode(secret) } }
    },
  },
  'POST /api/confirmation': {
    ...OFFICE,
    residents: 'all',
    answers: 200,
    prepare: () => ({ body: { password } }),
  },
  'POST /api/second-factor/begin': { ...OFFICE, answers: 200, prepare: () => ({ body: { password } }) },
  'POST /api/second-factor/confirm': {
    ...OFFICE,
    answers: 200,
    prepare: async (_, me) => {
      const { body } = await me.post<{ secret: string }>('/second-factor/begin', { password })
      return { body: { code: getCode(body.secret) } }
    },
  },
  'POST /api/second-factor/recovery-codes': {
    ...OFFICE,
    answers: 200,
    prepare: async (_, me) => {
      await getSecret(me)
      return { body: { password } }
    },
  },
  'DELETE /api/second-factor': {
    ...OFFICE,
    prepare: async (_, me) => {
      return { body: { password, code: getNextCode(await getSecret(me)) } }
    },
  },
}
