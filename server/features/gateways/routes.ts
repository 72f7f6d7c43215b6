import { Type } from 'typebox'
import { ChargeSelection } from '#features/ledger/settle-charges.ts'
import { requirePayment } from '#features/payments/present.ts'
import { ReservationSelection } from '#features/payments/reservation-balance.ts'
import type { ResidentActor } from '#platform/actor.ts'
import { AnyBody, toFormSchema } from '#platform/http/form-body.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { ErrorAnswer } from '@tahanan/contract/answers.ts'
import {
  StartedAqwirePayment,
  StartedDragonpayPayment,
  AvailablePaymentMethod,
  Payment,
} from '@tahanan/contract/billing/answers.ts'
import { aqwireForm, dragonpayForm } from '@tahanan/contract/billing/payment.ts'
import { addWithholdingFields } from '@tahanan/contract/billing/withholding.ts'
import { callbackRoutes } from './callback-routes.ts'
import { GATEWAY_LABELS, type GatewayName } from './gateway-config.ts'
import { listOfferedGateways, requireOfferedGateway, type GatewayContext } from './gateways.ts'
import { receiveReturn } from './receive-callback.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { startPayment } from './start-payment.ts'
import { createUnverifiedBudget } from './unverified-budget.ts'

const RESIDENTS = { areas: ['client'] } as const
const GatewayFailedAnswer = Type.Object(ErrorAnswer.properties, {
  description: 'gatewayFailed: what the gateway said',
})
const RETURN_FIELDS = {
  status: Type.Optional(Type.Unknown({ description: 'Not read: the server finds out' })),
  outsourceStatus: Type.String({ description: "The return's `status`" }),
  message: Type.String(),
}
const OptionalText = Type.Optional(Type.String())
const GATEWAY_SCHEMAS = {
  dragonpay: {
    form: dragonpayForm,
    begun: StartedDragonpayPayment,
    number: 'txnId',
    Number: Type.String({ minLength: 1, maxLength: 40 }),
    returned: Type.Object({
      txnId: Type.String(),
      refNo: Type.String(),
      ...RETURN_FIELDS,
      digest: Type.String({ description: 'Signature as Dragonpay sent it; without it 400' }),
      signature: Type.Optional(
        Type.String({ description: 'The newer signatures need the other parameters too' }),
      ),
      signatures: OptionalText,
      param1: OptionalText,
      param2: OptionalText,
      amount: OptionalText,
    }),
  },
  aqwire: {
    form: aqwireForm,
    begun: StartedAqwirePayment,
    number: 'paymentId',
    Number: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "AQWire's number of the transaction, ours, or the payment's id",
    }),
    returned: Type.Partial(
      Type.Object({ paymentId: Type.String(), ...RETURN_FIELDS, digest: Type.String() }),
      {
        description: 'A hint: AQWire is asked',
      },
    ),
  },
}

/** Registers the routes of online payment, for residents, gateways and the sandbox (rules 8.11, 8.14). */
export function gatewayRoutes(app: PortalApp, services: GatewayContext): void {
  const { gateways } = services
  const unverifiedBudget = createUnverifiedBudget(() =>
    services.log.warn('so many messages of payment gateways are refused that they are not all kept'),
  )
  const context = { ...services, unverified: unverifiedBudget }

  app.get('/payment-methods', {
    config: { policy: RESIDENTS },
    schema: {
      summary: 'The ways of paying that are offered',
      response: { 200: Type.Array(AvailablePaymentMethod) },
    },
    handler: () => [
      { method: 'deposit' as const, sandbox: false },
      ...listOfferedGateways(gateways).map(({ name, sandbox }) => ({ method: name, sandbox })),
    ],
  })

  for (const [name, call] of Object.entries(GATEWAY_SCHEMAS)) {
    const label = GATEWAY_LABELS[name as GatewayName]
    const requireThisGateway = () => requireOfferedGateway(gateways[name as GatewayName], 'paymentMethodOff')

    app.post(`/payment-${name}`, {
      config: {
        policy: RESIDENTS,
        documentedBody: Type.Intersect([
          toFormSchema(addWithholdingFields(call.form), 'create'),
          ChargeSelection,
          ReservationSelection,
        ]),
      },
      schema: {
        summary: `Begin a payment with ${label}`,
        body: AnyBody,
        response: { 201: call.begun, 502: GatewayFailedAnswer },
      },
      handler: async ({ actor, body }, reply) => {
        const { url, ...payment } = await startPayment(
          services,
          requireThisGateway(),
          actor as ResidentActor,
          body,
        )
        return reply.code(201).send({ ...payment, returnUrl: url, paymentUrl: url })
      },
    })

    app.put(`/payment-${name}/:${call.number}`, {
      config: { policy: RESIDENTS, documentedBody: call.returned },
      schema: {
        summary: `The browser came back from ${label}`,
        params: Type.Object({ [call.number]: call.Number }),
        body: AnyBody,
        response: { 200: Payment },
      },
      handler: async ({ actor, params, body }) => {
        const number = params[call.number] ?? ''
        const { id } = await receiveReturn(
          context,
          requireThisGateway(),
          actor as ResidentActor,
          number,
          body,
        )
        return requirePayment(services, actor, id)
      },
    })
  }

  callbackRoutes(app, context)
  sandboxRoutes(app, services)
}
