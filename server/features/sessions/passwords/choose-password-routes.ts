import { PASSWORD_LENGTH } from '@tahanan/contract/password.ts'
import { passwordText } from '@tahanan/contract/requests.ts'
import { LinkOwner } from '@tahanan/contract/sessions/answers.ts'
import { Type } from 'typebox'
import type { PortalApp } from '../../../platform/http/portal-app.ts'
import type { Services } from '../../../platform/services.ts'
import { choosePassword, readLink } from './choose-password.ts'

/** Choosing a password with a link that came by mail; for all three areas. */
export function choosePasswordRoutes(app: PortalApp, services: Services): void {
  // a POST although it only reads: paths are written into the logs of every proxy on the way
  app.post('/choose-password/owner', {
    config: { policy: 'open' },
    schema: {
      summary: 'Whose link this is',
      body: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      response: { 200: LinkOwner },
    },
    handler: ({ body, ip }) => readLink(services.db, body.token, ip),
  })

  app.post('/choose-password', {
    config: { policy: 'open' },
    schema: {
      summary: 'Choose a password with a link that came by mail',
      description: 'The link works once. All sessions of the account end.',
      body: Type.Object({
        token: Type.String({ maxLength: 200 }),
        password: passwordText(),
        password_confirmation: Type.String({ maxLength: PASSWORD_LENGTH.max, default: '' }),
      }),
      response: { 200: LinkOwner },
    },
    handler: ({ body, ip }) => choosePassword(services, body, ip),
  })
}
