import { Type } from 'typebox'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { ErrorAnswer } from '@tahanan/contract/answers.ts'
import { requireOfferedGateway, type GatewayContext } from './gateways.ts'
import { receiveCallback } from './receive-callback.ts'
import type { UnverifiedBudget } from './unverified-budget.ts'

const tags = ['Gateways']
const OPEN_POLICY = { policy: 'open' } as const
// Real messages have some hundreds of bytes, so this limit leaves room.
const MAX_BODY_BYTES = 16 * 1024
const RESULT_OK = 'result=OK'
const PLAIN_TEXT = 'text/plain; charset=utf-8'
const Text = Type.String()
const Refusal = Type.Object(ErrorAnswer.properties, {
  description: 'unverified where it is forged, notFound where it names no payment of ours',
})

type CallbackContext = GatewayContext & { readonly unverified: UnverifiedBudget }

/**
 * Registers the routes that the gateways' servers call. They also work during maintenance. Signatures
 * authenticate the calls.
 */
export function callbackRoutes(app: PortalApp, context: CallbackContext): void {
  void app.register(async (scope: PortalApp) => {
    // Bodies are not parsed here, because the signatures are computed over the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    )

    const postbackText = {
      200: { content: { 'text/plain': { schema: Text } } },
      400: Refusal,
      404: Refusal,
    }

    scope.get('/gateways/dragonpay/postback', {
      config: OPEN_POLICY,
      exposeHeadRoute: false,
      schema: { tags, summary: "Dragonpay's postback, as a query", response: postbackText },
      handler: async ({ url }, reply) => {
        const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
        return reply.type(PLAIN_TEXT).send(await handlePostback(context, Buffer.from(query)))
      },
    })

    scope.post('/gateways/dragonpay/postback', {
      config: OPEN_POLICY,
      bodyLimit: MAX_BODY_BYTES,
      schema: { tags, summary: "Dragonpay's postback, as a form", response: postbackText },
      handler: async ({ body }, reply) =>
        reply.type(PLAIN_TEXT).send(await handlePostback(context, toBytes(body))),
    })

    scope.post('/gateways/aqwire/webhook', {
      config: OPEN_POLICY,
      bodyLimit: MAX_BODY_BYTES,
      schema: {
        tags,
        summary: "AQWire's webhook: a hint to ask it",
        querystring: Type.Object({ sign: Type.String({ default: '', maxLength: 200 }) }),
        response: { 200: Type.Object({ message: Type.String() }), 404: Refusal },
      },
      handler: async ({ body, query }) => {
        const gateway = requireOfferedGateway(context.gateways.aqwire, 'noSuchCall')
        await receiveCallback(context, gateway, toBytes(body), query.sign)
        return { message: 'OK' }
      },
    })
  })
}

async function handlePostback(context: CallbackContext, content: Buffer): Promise<string> {
  await receiveCallback(context, requireOfferedGateway(context.gateways.dragonpay, 'noSuchCall'), content)
  return RESULT_OK
}

const toBytes = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
