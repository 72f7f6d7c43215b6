import { aqwireForm, dragonpayForm } from '@tahanan/contract/billing/payment.ts'
import { withTax } from '@tahanan/contract/billing/withholding.ts'
import { ErrorAnswer } from '@tahanan/contract/answers.ts'
import { BegunAqwire, BegunDragonpay, OfferedMethod, Payment } from '@tahanan/contract/billing/answers.ts'
import { Type } from 'typebox'
import type { Actor, ResidentActor } from '../../../platform/actor.ts'
import { PortalError } from '../../../platform/errors.ts'
import { AnyBody, formSchema } from '../../../platform/http/form-body.ts'
import type { PortalApp } from '../../../platform/http/portal-app.ts'
import { NamedCharge } from '../ledger/settlements.ts'
import { readPayment } from '../payments/present.ts'
import { callbackRoutes } from './callback-routes.ts'
import type { GatewayName } from './gateway-config.ts'
import type { PaymentGateway } from './gateway.ts'
import type { GatewayServices } from './gateways.ts'
import { receiveReturn } from './receive.ts'
import { createUnverifiedBudget } from './unverified-budget.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { startPayment } from './start-payment.ts'

const RESIDENTS = { areas: ['client'] } as const
const Refused = Type.Object(ErrorAnswer.properties, { description: 'gatewayFailed: what the gateway said' })
/** Each answers the page to pay at under a name of its own. */
const BEGUN = {
  dragonpay: { label: 'Dragonpay', form: dragonpayForm, answer: BegunDragonpay },
  aqwire: { label: 'AQWire', form: aqwireForm, answer: BegunAqwire },
}
const Returned = {
  status: Type.Optional(Type.Unknown({ description: 'Not read: the server finds out' })),
  outsourceStatus: Type.String({ description: "The return's `status`" }),
  message: Type.String(),
}

/** Paying online: the resident's calls, the gateways' own, and the sandbox (rules 8.11, 8.14). */
export function gatewayRoutes(app: PortalApp, services: GatewayServices): void {
  const { gateways } = services
  const unverified = createUnverifiedBudget(() =>
    services.log.warn('so many messages of payment gateways are refused that they are not all kept'),
  )
  const parts = { ...services, unverified }

  app.get('/payment-methods', {
    config: { policy: RESIDENTS },
    schema: {
      summary: 'The ways of paying that are offered',
      response: { 200: Type.Array(OfferedMethod) },
    },
    handler: () => [
      { method: 'deposit' as const, sandbox: false },
      ...[gateways.dragonpay, gateways.aqwire].flatMap((gateway) =>
        gateway ? [{ method: gateway.name, sandbox: gateway.sandbox }] : [],
      ),
    ],
  })

  for (const [name, { label, form, answer }] of Object.entries(BEGUN))
    app.post(`/payment-${name}`, {
      config: {
        policy: RESIDENTS,
        documentedBody: Type.Intersect([formSchema(withTax(form), 'create'), NamedCharge]),
      },
      schema: {
        summary: `Begin a payment with ${label}`,
        body: AnyBody,
        response: { 201: answer, 502: Refused },
      },
      handler: async ({ actor, body }, reply) => {
        const gateway = offered(gateways[name as GatewayName])
        const { url, ...payment } = await startPayment(services, gateway, resident(actor), body)
        return reply.code(201).send({ ...payment, returnUrl: url, paymentUrl: url })
      },
    })

  app.put('/payment-dragonpay/:txnId', {
    config: {
      policy: RESIDENTS,
      documentedBody: Type.Object({
        txnId: Type.String(),
        refNo: Type.String(),
        ...Returned,
        digest: Type.String({ description: 'Signature as Dragonpay sent it; without it 400' }),
        signature: Type.Optional(
          Type.String({ description: 'The newer signatures need the other parameters too' }),
        ),
        signatures: Type.Optional(Type.String()),
        param1: Type.Optional(Type.String()),
        param2: Type.Optional(Type.String()),
        amount: Type.Optional(Type.String()),
      }),
    },
    schema: {
      summary: 'The browser came back from Dragonpay',
      params: Type.Object({ txnId: Type.String({ minLength: 1, maxLength: 40 }) }),
      body: AnyBody,
      response: { 200: Payment },
    },
    handler: async ({ actor, params, body }) => {
      const gateway = offered(gateways.dragonpay)
      const { id } = await receiveReturn(parts, gateway, resident(actor), params.txnId, body)
      return readPayment(services, actor, id)
    },
  })

  app.put('/payment-aqwire/:paymentId', {
    config: {
      policy: RESIDENTS,
      documentedBody: Type.Partial(
        Type.Object({ paymentId: Type.String(), ...Returned, digest: Type.String() }),
        { description: 'A hint: AQWire is asked' },
      ),
    },
    schema: {
      summary: 'The browser came back from AQWire',
      params: Type.Object({
        paymentId: Type.String({
          minLength: 1,
          maxLength: 100,
          description: "AQWire's number of the transaction, ours, or the payment's id",
        }),
      }),
      body: AnyBody,
      response: { 200: Payment },
    },
    handler: async ({ actor, params, body }) => {
      const gateway = offered(gateways.aqwire)
      const { id } = await receiveReturn(parts, gateway, resident(actor), params.paymentId, body)
      return readPayment(services, actor, id)
    },
  })

  callbackRoutes(app, parts)
  sandboxRoutes(app, services)
}

/** Throws 403 where this way of paying is neither configured nor replaced by the sandbox. */
function offered(gateway: PaymentGateway | null): PaymentGateway {
  if (gateway === null) throw new PortalError('paymentMethodOff')
  return gateway
}

/** The policies of these routes let only residents in. */
function resident(actor: Actor): ResidentActor {
  if (actor.area !== 'client') throw new PortalError('wrongArea')
  return actor
}
