import { Type } from 'typebox'
import type { Policy } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { MessageAnswer } from '@tahanan/contract/answers.ts'
import { PASSWORD_LENGTH } from '@tahanan/contract/password.ts'
import { createPasswordText, createRequiredText, ShownNoticeVersion } from '@tahanan/contract/requests.ts'
import { AuthenticatorSecret, RecoveryCodes, SessionToken } from '@tahanan/contract/sessions/answers.ts'
import { confirmSession } from '../confirm-session.ts'
import { answerChallenge } from '../create-challenge.ts'
import { toVisitor } from '../open-session-by-password.ts'
import type { SessionServices } from './open-second-factor-key.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from './second-factor.ts'

const OFFICE_POLICY: Policy = { areas: ['admin', 'super-admin'] }
const config = { policy: OFFICE_POLICY }
const password = createPasswordText()
const code = createRequiredText('Please input the code!', { maxLength: 100 })

export function secondFactorRoutes(app: PortalApp, services: SessionServices): void {
  app.post('/login/second-factor', {
    config: { policy: 'open' },
    schema: {
      summary: 'Log in, second step',
      description:
        'The code of the authenticator app, or a recovery code. A challenge is good for five minutes ' +
        'and five tries.',
      body: Type.Object({
        challenge: createRequiredText('Please log in again.', { maxLength: 200 }),
        code,
        privacyNotice: ShownNoticeVersion,
      }),
      response: { 200: SessionToken },
    },
    handler: (request) => answerChallenge(services, request.body, toVisitor(request)),
  })

  app.post('/confirmation', {
    config: { policy: { areas: ['client', 'admin', 'super-admin'] } },
    schema: {
      summary: 'Confirm with the password that it is me',
      description:
        'Or with a code, where two-step login is on. Holds for ten minutes of this session; what may open ' +
        'an account to somebody else, or takes all data along, asks for it. A wrong one counts as a ' +
        'failed login.',
      body: Type.Object({
        password: Type.String({ maxLength: PASSWORD_LENGTH.max, default: '' }),
        code: Type.String({ maxLength: 100, default: '', description: 'Instead of the password' }),
      }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ actor, body, ip }) => {
      await confirmSession(services, actor, body, ip)
      return { message: 'Confirmed for ten minutes.' }
    },
  })

  app.post('/second-factor/begin', {
    config,
    schema: {
      summary: 'Begin to turn two-step login on',
      description: 'Not asked for at login before the first code is confirmed, within 15 minutes.',
      body: Type.Object({ password }),
      response: { 200: AuthenticatorSecret },
    },
    handler: ({ actor, body, ip }) => beginSecondFactor(services, actor, body.password, ip),
  })

  app.post('/second-factor/confirm', {
    config,
    schema: {
      summary: 'Turn two-step login on with a first code',
      description: 'Ends my other sessions.',
      body: Type.Object({ code }),
      response: { 200: RecoveryCodes },
    },
    handler: async ({ actor, body }) => ({
      recoveryCodes: await confirmSecondFactor(services, actor, body.code),
    }),
  })

  app.post('/second-factor/recovery-codes', {
    config,
    schema: {
      summary: 'New recovery codes',
      description: 'The earlier ones open nothing any more.',
      body: Type.Object({ password }),
      response: { 200: RecoveryCodes },
    },
    handler: async ({ actor, body, ip }) => ({
      recoveryCodes: await renewRecoveryCodes(services, actor, body.password, ip),
    }),
  })

  app.delete('/second-factor', {
    config,
    schema: {
      summary: 'Turn two-step login off',
      description: 'By password and a code of the app, or a recovery code.',
      body: Type.Object({ password, code }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ actor, body, ip }) => {
      await turnOffSecondFactor(services, actor, body, ip)
      return { message: 'Two-step login is turned off.' }
    },
  })
}
