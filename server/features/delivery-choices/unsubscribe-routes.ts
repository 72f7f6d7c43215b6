import { Type } from 'typebox'
import { findWithAddressLimit } from '#features/sessions/login-attempt.ts'
import type { Db } from '#platform/db/client.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { MailSubscription } from '@tahanan/contract/deliveries/answers.ts'
import { findSubscription, updateMailSubscription, type MailSubject } from './find-subscription.ts'
import { createUnsubscribeLinks } from './unsubscribe-links.ts'

const config = { policy: 'open' } as const
const params = Type.Object({ token: Type.String() })
const response = { 200: MailSubscription }

/**
 * Registers the calls behind the links in mails that turn mails off without a login (rules 23.29 to 23.31).
 */
export function unsubscribeRoutes(app: PortalApp, { db }: { db: Db }): void {
  const links = createUnsubscribeLinks(db)

  /**
   * Finds the account and the mails that a token turns off. Limits wrong tokens by IP address, together with
   * wrong tokens of the links for choosing a password.
   */
  const findMailSubject = (token: string, address: string): Promise<MailSubject> =>
    findWithAddressLimit(db, address, () => links.parseToken(token))

  void app.register(async (scope: PortalApp) => {
    // Mail services send the same form in each call (RFC 8058), so its content is not parsed.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) =>
      done(null, {}),
    )

    scope.get('/unsubscribe/:token', {
      config,
      schema: { summary: 'What the link of a mail turns off', params, response },
      handler: async ({ params: { token }, ip }) => findSubscription(db, await findMailSubject(token, ip)),
    })

    scope.post('/unsubscribe/:token', {
      config,
      schema: {
        summary: 'Turn mails off by the link of one of them',
        description: 'Also the one-click call of mail services (RFC 8058). The body is not read.',
        params,
        response,
      },
      handler: async ({ params: { token }, ip }) =>
        updateMailSubscription(db, await findMailSubject(token, ip), 'off'),
    })

    scope.delete('/unsubscribe/:token', {
      config,
      schema: { summary: 'Turn these mails on again', params, response },
      handler: async ({ params: { token }, ip }) =>
        updateMailSubscription(db, await findMailSubject(token, ip), 'on'),
    })
  })
}
