import { Type } from 'typebox'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { MessageAnswer } from '@tahanan/contract/answers.ts'
import { AREAS } from '@tahanan/contract/limits.ts'
import { createPasswordText, createRequiredText, ShownNoticeVersion } from '@tahanan/contract/requests.ts'
import { Me, OfficeLogin, ResidentLogin } from '@tahanan/contract/sessions/answers.ts'
import { findOwnAccount } from './find-own-account.ts'
import { logIn, type PublishedPasswords } from './log-in.ts'
import { toVisitor } from './open-session-by-password.ts'
import { endHashedSession, logOut } from './own-sessions.ts'
import { changePassword } from './passwords/change-password.ts'

const password = createPasswordText()
const ClientLogin = Type.Object({
  clientCode: createRequiredText('Please input your client code!'),
  password,
  privacyNotice: ShownNoticeVersion,
})
const EmailLogin = Type.Object({
  email: createRequiredText('Please input your email!'),
  password,
  privacyNotice: ShownNoticeVersion,
})
const LogoutQuery = Type.Object({
  idle: Type.Optional(
    Type.Literal('1', { description: 'Nobody used it: the browser keeps its push messages.' }),
  ),
})

/** Registers the API routes for login, logout and the caller's own account (rules 1.8). */
export function sessionRoutes(app: PortalApp, services: PlatformContext & PublishedPasswords): void {
  const { db, files, config } = services

  app.post('/login', {
    config: { policy: 'open' },
    schema: { summary: 'Log in as a resident', body: ClientLogin, response: { 200: ResidentLogin } },
    handler: (request) =>
      logIn(services, 'client', { ...request.body, name: request.body.clientCode }, toVisitor(request)),
  })

  for (const area of ['admin', 'super-admin'] as const) {
    app.post(`/login/${area}`, {
      config: { policy: 'open' },
      schema: {
        summary: `Log in as ${area}`,
        description:
          'Where two-step login is on, `secondFactor` is answered without a token, for `POST ' +
          '/login/second-factor`. An enrolled device of the gate sends its secret as `X-Gate-Device`: the ' +
          "session of an administrator opens the gate's calls alone (rules 24.23).",
        body: EmailLogin,
        response: { 200: OfficeLogin },
      },
      handler: (request) =>
        logIn(services, area, { ...request.body, name: request.body.email }, toVisitor(request)),
    })
  }

  app.post('/logout', {
    config: { policy: { areas: AREAS }, allowsGateDevice: true },
    schema: { summary: 'End this session', querystring: LogoutQuery, response: { 200: MessageAnswer } },
    handler: async ({ actor, ip, query }) => {
      await logOut(services, actor, { address: ip, isIdle: query.idle === '1' })
      return { message: 'Logged out.' }
    },
  })

  app.post('/ended-session', {
    config: { policy: 'open' },
    schema: {
      summary: 'End a session that logged out without a connection',
      body: Type.Object({
        session: Type.String({
          pattern: '^[0-9a-f]{64}$',
          description: 'SHA-256 of its token, which opens nothing',
        }),
      }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ body, ip }) => {
      await endHashedSession(services, body.session, ip)
      return { message: 'Logged out.' }
    },
  })

  app.get('/me', {
    config: { policy: { areas: AREAS }, allowsGateDevice: true },
    schema: { summary: 'Who am I', response: { 200: Me } },
    handler: ({ actor }) => findOwnAccount(db, files, actor, config.communityTimeZone),
  })

  app.put('/change-password', {
    config: { policy: { areas: AREAS } },
    schema: {
      summary: 'Change my password',
      description: 'Ends my other sessions.',
      body: Type.Object({
        oldPassword: createPasswordText('Please input your old password!'),
        newPassword: createPasswordText('Please input your new password!'),
        reNewPassword: createPasswordText('Please re-type your new password!'),
      }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ actor, body, ip }) => {
      await changePassword(services, actor, body, ip)
      return { message: 'Your Password has been changed succesfully.' }
    },
  })
}
