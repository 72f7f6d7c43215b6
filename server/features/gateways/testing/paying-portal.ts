import { afterAll } from 'vitest'
import type { Config } from '#boot/config.ts'
import { createStoredRowQueries } from '#features/posting/testing.ts'
import type { UntypedBody, LoggedInCaller } from '#testing/callers.ts'
import { createTestPortal, type TestPortal } from '#testing/portal.ts'
import type { CallbackFields } from '../sandbox/create-dragonpay-server.ts'
import { startAqwireServer, type AqwireServer } from './aqwire-server.ts'
import { toForm, startDragonpayServer, type DragonpayServer } from './dragonpay-server.ts'

export interface PayingPortal {
  readonly portal: TestPortal
  readonly dragonpay: DragonpayServer
  readonly aqwire: AqwireServer
  close(): Promise<void>
}

export async function createPayingPortal(
  overrides: { verifier?: 'sha1' | 'hmac' | 'rsa'; config?: Partial<Config> } = {},
): Promise<PayingPortal> {
  const { verifier = 'sha1' } = overrides
  const [dragonpay, aqwire] = await Promise.all([startDragonpayServer({ verifier }), startAqwireServer()])
  const portal = await createTestPortal({
    dragonpay: dragonpay.config,
    aqwire: aqwire.config,
    publicUrl: 'https://portal.example.ph',
    logLevel: 'silent',
    rateLimitPerMinute: 0,
    ...overrides.config,
  })
  return {
    portal,
    dragonpay,
    aqwire,
    close: async () => {
      await portal.close()
      await Promise.all([dragonpay.close(), aqwire.close()])
    },
  }
}

export async function openPayingPortal(
  overrides: Parameters<typeof createPayingPortal>[0] = {},
): Promise<PayingPortal> {
  const payingPortal = await createPayingPortal(overrides)
  afterAll(payingPortal.close)
  return payingPortal
}

export interface StartedPayment {
  readonly id: number
  readonly txnId: string
  readonly referenceNumber: string
}

export async function startTestPayment(
  resident: LoggedInCaller,
  gateway: 'dragonpay' | 'aqwire',
  amountPaid = 1500,
): Promise<StartedPayment> {
  const startResponse = await resident.post<StartedPayment & UntypedBody>(`/payment-${gateway}`, {
    email: 'ana@condo.ph',
    amountPaid,
  })
  if (startResponse.status !== 201)
    throw new Error(`not begun: ${startResponse.status} ${startResponse.body.message}`)
  return startResponse.body
}

export async function sendPostback(
  { app }: Pick<TestPortal, 'app'>,
  fields: CallbackFields | string,
  method: 'GET' | 'POST' = 'POST',
): Promise<{ status: number; text: string }> {
  const form = typeof fields === 'string' ? fields : toForm(fields)
  const url = '/api/gateways/dragonpay/postback'
  const callbackResponse =
    method === 'GET'
      ? await app.inject({ method, url: `${url}?${form}` })
      : await app.inject({
          method,
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: form,
        })
  return { status: callbackResponse.statusCode, text: callbackResponse.body }
}

export const toReturnBody = (fields: CallbackFields): Record<string, unknown> => ({
  txnId: fields.txnid,
  refNo: fields.refno,
  status: 2,
  outsourceStatus: fields.status,
  message: fields.message,
  digest: fields.digest,
})

export async function sendWebhook(
  { app }: Pick<TestPortal, 'app'>,
  { body, sign }: { body: string; sign: string },
): Promise<number> {
  const webhookResponse = await app.inject({
    method: 'POST',
    url: `/api/gateways/aqwire/webhook?sign=${encodeURIComponent(sign)}`,
    headers: { 'content-type': 'application/json' },
    payload: body,
  })
  return webhookResponse.statusCode
}

export async function loadPaymentState({ db }: Pick<TestPortal, 'db'>, id: number) {
  const { findStoredRow, listStoredEvents } = createStoredRowQueries({ db })
  const [payment, events] = [await findStoredRow(id), await listStoredEvents(id)]
  const messageRows = await db
    .selectFrom('gateway_messages')
    .select(['kind', 'verdict'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute()
  const notificationRows = await db
    .selectFrom('notifications')
    .select(['area', 'title', 'message'])
    .where('message', 'like', `%${payment.reference_number}%`)
    .orderBy('id')
    .execute()
  return {
    ...payment,
    steps: events.map((event) =>
      `${event.from_status ?? ''}>${event.to_status} ${event.to_outsource ?? ''}`.trim(),
    ),
    verdicts: messageRows.map(({ kind, verdict }) => `${kind} ${verdict}`),
    notices: notificationRows.map(({ area, title }) => `${area}: ${title}`),
  }
}
