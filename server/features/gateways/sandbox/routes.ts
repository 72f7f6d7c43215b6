import { Type } from 'typebox'
import { findCommunityName } from '#features/settings/website-settings.ts'
import { requireFound } from '#platform/errors.ts'
import { createPageHeaders } from '#platform/http/add-security-headers.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { GatewayName } from '../gateway-config.ts'
import { listOfferedGateways, type GatewayContext } from '../gateways.ts'
import { createSignedWebhook } from './create-aqwire-sandbox.ts'
import { getPaymentReference } from './create-aqwire-server.ts'
import { createSignedCallback } from './create-dragonpay-sandbox.ts'
import { renderSandboxPage, SANDBOX_STYLE } from './render-sandbox-page.ts'
import {
  SANDBOX_CHOICES,
  updateSandboxStatus,
  findTransaction,
  type SandboxChoice,
  type SandboxTransaction,
} from './sandbox-transaction.ts'

const OPEN_POLICY = { policy: 'open' } as const
const Params = Type.Object({ reference: Type.String({ minLength: 1, maxLength: 20 }) })

/**
 * Registers the pages on which the user chooses the result of a sandbox payment: plain forms without scripts.
 * As with a real gateway, the portal's server is called before the browser returns (rules 8.11). Everybody
 * with the URL may choose.
 */
export function sandboxRoutes(app: PortalApp, services: GatewayContext): void {
  const headers = createPageHeaders(services.config).webApp({ styles: [SANDBOX_STYLE] })
  for (const { name, sandbox } of listOfferedGateways(services.gateways)) if (sandbox) addPageRoutes(name)

  function addPageRoutes(name: GatewayName): void {
    const path = `/sandbox/${name}/:reference`
    void app.register(async (scope: PortalApp) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: 1024 },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      )

      scope.get(path, {
        config: OPEN_POLICY,
        schema: { hide: true, params: Params },
        handler: async ({ params }, reply) => {
          const transaction = requireFound(
            await findTransaction(services.db, name, 'reference', params.reference),
          )
          const community = await findCommunityName(services.db)
          const action = `/api/sandbox/${name}/${params.reference}`
          return reply
            .headers(headers)
            .type('text/html; charset=utf-8')
            .send(await renderSandboxPage(transaction, { community, action }))
        },
      })

      scope.post(path, {
        config: OPEN_POLICY,
        schema: {
          hide: true,
          params: Params,
          body: Type.Object({
            choice: Type.Unsafe<SandboxChoice>({ type: 'string', enum: [...SANDBOX_CHOICES] }),
          }),
        },
        handler: async ({ params, body }, reply) => {
          const updatedTransaction = requireFound(
            await updateSandboxStatus(
              services.db,
              { gateway: name, reference: params.reference },
              body.choice,
            ),
          )
          const address =
            name === 'dragonpay'
              ? await callBackAsDragonpay(updatedTransaction)
              : await callBackAsAqwire(updatedTransaction)
          return reply.redirect(address, 303)
        },
      })
    })
  }

  async function callBackAsDragonpay(transaction: SandboxTransaction): Promise<string> {
    const callback = new URLSearchParams(await createSignedCallback(services.db, transaction)).toString()
    await sendCallback('/api/gateways/dragonpay/postback', 'application/x-www-form-urlencoded', callback)
    return `/billings/payments/dragonpay/message?path=open&${callback}`
  }

  async function callBackAsAqwire(transaction: SandboxTransaction): Promise<string> {
    const { body, sign } = await createSignedWebhook(services.db, transaction)
    await sendCallback(
      `/api/gateways/aqwire/webhook?sign=${encodeURIComponent(sign)}`,
      'application/json',
      body,
    )
    const { status, reference, amount } = transaction
    const page = status === 'failed' || status === 'cancelled' ? 'cancel' : 'success'
    const query = new URLSearchParams({
      path: 'open',
      transactionId: reference,
      referenceId: getPaymentReference(reference),
      paymentMethodCode: 'card',
      totalAmount: amount.toFixed(2),
    })
    return `/billings/payments/aqwire/${page}?${query.toString()}`
  }

  /**
   * Sends the sandbox's message to the portal. A failure is only logged, as for a real gateway, because the
   * returning browser and the portal's inquiries lead to the same result.
   */
  async function sendCallback(url: string, type: string, payload: string): Promise<void> {
    const { statusCode } = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type },
      payload,
    })
    if (statusCode !== 200)
      services.log.warn({ status: statusCode }, 'the callback of the payment sandbox was refused')
  }
}
