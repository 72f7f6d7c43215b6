import { Type } from 'typebox'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { MessageAnswer } from '@tahanan/contract/answers.ts'
import { PASSWORD_LENGTH } from '@tahanan/contract/password.ts'
import { createPasswordText, createRequiredText } from '@tahanan/contract/requests.ts'
import { MailedLinkOwner } from '@tahanan/contract/sessions/answers.ts'
import { choosePassword, requireLinkOwner } from './choose-password.ts'
import { requestPasswordLink } from './request-password-link.ts'

export function passwordLinkRoutes(app: PortalApp, services: PlatformContext): void {
  // Uses POST although it only reads: the token must be in the body, because proxies write URLs into logs.
  app.post('/choose-password/owner', {
    config: { policy: 'open' },
    schema: {
      summary: 'Whose link this is',
      body: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      response: { 200: MailedLinkOwner },
    },
    handler: ({ body, ip }) => requireLinkOwner(services.db, body.token, ip),
  })

  app.post('/choose-password', {
    config: { policy: 'open' },
    schema: {
      summary: 'Choose a password with a link that came by mail',
      description: 'The link works once. All sessions of the account end.',
      body: Type.Object({
        token: Type.String({ maxLength: 200 }),
        password: createPasswordText(),
        password_confirmation: Type.String({ maxLength: PASSWORD_LENGTH.max, default: '' }),
      }),
      response: { 200: MailedLinkOwner },
    },
    handler: ({ body, ip }) => choosePassword(services, body, ip),
  })

  app.post('/forgot-password/:area', {
    config: { policy: 'open' },
    schema: {
      summary: 'Mail me a link to choose a new password',
      description:
        'The answer is the same whether or not there is such an account, and does not wait for the mail. ' +
        'Offered where `forgottenPassword` of the public settings is 1.',
      params: Type.Object({
        area: Type.Union([Type.Literal('client'), Type.Literal('admin'), Type.Literal('super-admin')]),
      }),
      body: Type.Object({ login: createRequiredText('Please input what you log in with!') }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ params, body, ip, id }) => {
      await requestPasswordLink(services, params.area, body.login, { address: ip, reqId: id })
      return { message: 'If we know an email address for this account, a link is on its way to it.' }
    },
  })
}
