import { Done } from '@tahanan/contract/answers.ts'
import { requiredText } from '@tahanan/contract/requests.ts'
import { Type } from 'typebox'
import type { Area } from '@tahanan/contract/limits.ts'
import type { PortalApp } from '../../../platform/http/portal-app.ts'
import { portalUrlOf } from '../../../platform/http/portal-url.ts'
import { PortalError } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { mailForgottenPassword, takeRequest } from './forgot-password.ts'

/** Mails that one process sends at once; a mail server that hangs holds each for 20 seconds. */
const MOST_MAILS = 100

/** Mailing a link to whoever forgot their password, for all three areas. */
export function forgotPasswordRoutes(app: PortalApp, services: Services): void {
  const { config, log } = services
  const mailing = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(mailing)
  })

  app.post('/forgot-password/:area', {
    config: { policy: 'open' },
    schema: {
      tags: ['Sessions'],
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
      if (mailing.size >= MOST_MAILS) throw new PortalError('unavailable')
      await takeRequest(services, params.area, body.login, ip)
      mailBesides(params.area, body.login)
      return { message: 'If we know an e-mail address for this account, a link is on its way to it.' }
    },
  })

  // beside the call, whose answer takes the same time for accounts that exist and for those that do not
  function mailBesides(area: Area, login: string): void {
    const done = mailForgottenPassword(services, area, login, portalUrlOf(config, app.server))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'a link for a forgotten password could not be mailed'),
      )
      .finally(() => mailing.delete(done))
    mailing.add(done)
  }
}
