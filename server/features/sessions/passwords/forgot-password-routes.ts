import { Done } from '@tahanan/contract/answers.ts'
import { requiredText } from '@tahanan/contract/requests.ts'
import { Type } from 'typebox'
import type { PortalApp } from '../../../platform/http/portal-app.ts'
import type { Services } from '../../../platform/services.ts'
import { takeRequest } from './forgot-password.ts'

/** Mailing a link to whoever forgot their password, for all three areas. */
export function forgotPasswordRoutes(app: PortalApp, services: Services): void {
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
      body: Type.Object({ login: requiredText('Please input what you log in with!') }),
      response: { 200: Done },
    },
    handler: async ({ params, body, ip }) => {
      await takeRequest(services, params.area, body.login, ip)
      return { message: 'If we know an e-mail address for this account, a link is on its way to it.' }
    },
  })
}
