import { Type } from 'typebox'
import { NamedCharge } from '#features/ledger/settle-charges.ts'
import { requirePayment } from '#features/payments/present.ts'
import { NamedReservation } from '#features/payments/reservation-balance.ts'
import type { ResidentActor } from '#platform/actor.ts'
import { AnyBody, toFormSchema } from '#platform/http/form-body.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { ErrorAnswer } from '@tahanan/contract/answers.ts'
import { BegunAqwire, BegunDragonpay, OfferedMethod, Payment } from '@tahanan/contract/billing/answers.ts'
import { aqwireForm, dragonpayForm } from '@tahanan/contract/billing/payment.ts'
import { addWithholdingFields } from '@tahanan/contract/billing/withholding.ts'
import { callbackRoutes } from './callback-routes.ts'
import { GATEWAY_LABELS, type GatewayName } from './gateway-config.ts'
import { listOfferedGateways, requireOffered, type GatewayServices } from './gateways.ts'
import { receiveReturn } from './receive-callback.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { startPayment } from './start-payment.ts'
import { createUnverifiedBudget } from './unverified-budget.ts'

const RESIDENTS = { areas: ['client'] } as const
const Refused = Type.Object(ErrorAnswer.properties, { description: 'gatewayFailed: what the gateway said' })
const Returned = {
  status: Type.Optional(Type.Unknown({ description: 'Not read: the server finds out' })),
  outsourceStatus: Type.String({ description: "The return's `status`" }),
  message: Type.String(),
}
const Optional = Type.Optional(Type.String())
const CALLS = {
  dragonpay: {
    form: dragonpayForm,
    begun: BegunDragonpay,
    number: 'txnId',
    Number: Type.String({ minLength: 1, maxLength: 40 }),
    returned: Type.Object({
      txnId: Type.String(),
      refNo: Type.String(),
      ...Returned,
      digest: Type.String({ description: 'Signature as Dragonpay sent it; without it 400' }),
      signature: Type.Optional(
        Type.String({ description: 'The newer signatures need the other parameters too' }),
      ),
      signatures: Optional,
      param1: Optional,
      param2: Optional,
      amount: Optional,
    }),
  },
  aqwire: {
    form: aqwireForm,
    begun: BegunAqwire,
    number: 'paymentId',
    Number: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "AQWire's number of the transaction, ours, or the payment's id",
    }),
    returned: Type.Partial(Type.Object({ paymentId: Type.String(), ...Returned, digest: Type.String() }), {
      description: 'A hint: AQWire is asked',
    }),
  },
}

/** Routes of online payment, for residents, gateways and the sandbox (rules 8.11, 8.14). */
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
      ...listOfferedGateways(gateways).map(({ name, sandbox }) => ({ method: name, sandbox })),
    ],
  })

  for (const [name, call] of Object.entries(CALLS)) {
    const label = GATEWAY_LABELS[name as GatewayName]
    const gateway = () => requireOffered(gateways[name as GatewayName], 'paymentMethodOff')

    app.post(`/payment-${name}`, {
      config: {
        policy: RESIDENTS,
        documentedBody: Type.Intersect([
          toFormSchema(addWithholdingFields(call.form), 'create'),
          NamedCharge,
          NamedReservation,
        ]),
      },
      schema: {
        summary: `Begin a payment with ${label}`,
        body: AnyBody,
        response: { 201: call.begun, 502: Refused },
      },
      handler: async ({ actor, body }, reply) => {
        const { url, ...payment } = await startPayment(services, gateway(), actor as ResidentActor, body)
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
        const { id } = await receiveReturn(parts, gateway(), actor as ResidentActor, number, body)
        return requirePayment(services, actor, id)
      },
    })
  }

  callbackRoutes(app, parts)
  sandboxRoutes(app, services)
}
