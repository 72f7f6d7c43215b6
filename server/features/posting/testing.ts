import type { Updateable } from 'kysely'
import { NO_GATEWAY_DATA, type GatewayOutcome } from '#features/payments/gateway-outcome.ts'
import { insertPayment } from '#features/payments/save-payment.ts'
import { createTestTicket } from '#features/tickets/testing.ts'
import type { Payments } from '#platform/db/generated.ts'
import { createKey } from '#platform/files/store/file-key.ts'
import { runInTransaction } from '#platform/platform-context.ts'
import { createTestAmenity, TEST_PASSWORD } from '#testing/accounts.ts'
import type { LoggedInCaller, UntypedBody } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { PAYMENT_STATUS, PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import type { UploadFolder } from '@tahanan/contract/limits.ts'
import { applyOutcome } from './apply-outcome.ts'
import { createOnlinePayment, type OnlinePayment } from './create-online-payment.ts'

export const uploadSlip = (portal: TestPortal, caller: LoggedInCaller) =>
  insertUpload(portal, caller, 'depositslip', 'slip.jpg')

export const uploadProof = (portal: TestPortal, caller: LoggedInCaller) =>
  insertUpload(portal, caller, 'paymentproofs', 'proof.pdf')

export const uploadCertificate = (portal: TestPortal, caller: LoggedInCaller) =>
  insertUpload(portal, caller, 'certificates', 'proof.pdf')

async function insertUpload(
  portal: TestPortal,
  caller: LoggedInCaller,
  folder: UploadFolder,
  name: 'slip.jpg' | 'proof.pdf',
) {
  const isPdf = name === 'proof.pdf'
  const url = createKey(folder, name.slice(0, -4), isPdf ? 'pdf' : 'jpg')
  await portal.db
    .insertInto('files')
    .values({
      key: url,
      folder,
      name,
      mime: isPdf ? 'application/pdf' : 'image/jpeg',
      bytes: 10,
      uploader_area: caller.area,
      uploader_id: caller.id,
    })
    .execute()
  return { name, url }
}

/**
 * Sends a deposit. Confirms the questions about an old date and about duplicates, so a test may send several
 * deposits.
 */
export async function payByDeposit(
  portal: TestPortal,
  caller: LoggedInCaller,
  overrides: object = {},
): Promise<Payment> {
  const { status, body } = await caller.post<Payment>('/payment', {
    amountPaid: 1500,
    transactionDate: '2026-03-14 09:30:00',
    confirmed: true,
    confirmedDuplicate: true,
    images: [await uploadSlip(portal, caller)],
    ...overrides,
  })
  if (status !== 201) throw new Error(`a deposit was refused: ${JSON.stringify(body)}`)
  return body
}

export const createStoredRowQueries = ({ db }: Pick<TestPortal, 'db'>) => ({
  findStoredRow: (id: number) =>
    db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

  listStoredEvents: (id: number) =>
    db.selectFrom('payment_events').selectAll().where('payment_id', '=', id).orderBy('id').execute(),

  listStoredNotices: (tenantId: number) =>
    db
      .selectFrom('notifications')
      .select(['title', 'message', 'link'])
      .where('tenant_id', '=', tenantId)
      .orderBy('id', 'desc')
      .execute(),
})

export const updatePaymentRow = ({ db }: Pick<TestPortal, 'db'>, id: number, columns: Updateable<Payments>) =>
  db.updateTable('payments').set(columns).where('id', '=', id).execute()

/** Inserts a deposit of ₱1,500 for a new reservation of the resident. Returns its id. */
export async function insertReservationPayment(portal: TestPortal, caller: LoggedInCaller): Promise<number> {
  const { id: amenityId } = await createTestAmenity(portal.db)
  const { id: reservation_id } = await createTestTicket(caller, 'reservation', { amenityId })
  const { id } = await portal.db.transaction().execute((tx) =>
    insertPayment(tx, {
      tenant_id: caller.id,
      type: PAYMENT_TYPE.deposit,
      status: PAYMENT_STATUS.forVerification,
      amount_paid: 1500,
      transaction_date: null,
      reservation_id,
      timeZone: 'Asia/Manila',
    }),
  )
  return id
}

export const requestReversal = <Body = UntypedBody>(
  caller: LoggedInCaller,
  id: number,
  overrides: object = {},
) =>
  caller.post<Body>(`/payment/${id}/reversal`, {
    kind: 'chequeReturned',
    remarks: 'No funds',
    password: TEST_PASSWORD,
    ...overrides,
  })

export const createTaxFields = (withheld: number) => ({
  withheld,
  taxCode: 'WC160',
  periodFrom: '2026-07-01',
  periodTo: '2026-09-30',
})

export const enableWithholding = (portal: TestPortal, { id }: { id: number }) =>
  portal.db.updateTable('tenants').set({ withholds_tax: 1 }).where('id', '=', id).execute()

export function payOnline(
  portal: TestPortal,
  caller: LoggedInCaller<{ id: number; uoccname: string; clientCode: string }>,
  overrides: object = {},
): Promise<OnlinePayment> {
  const actor = {
    area: 'client',
    id: caller.id,
    sessionId: caller.sessionId,
    name: caller.account.uoccname,
    clientCode: caller.account.clientCode,
  } as const
  const body = { email: 'maria@example.test', amountPaid: 1000, ...overrides }
  return runInTransaction(portal.services, (tx) =>
    createOnlinePayment(tx, actor, 2, body, { timeZone: 'Asia/Manila', sandbox: false }),
  )
}

export function createOutcome(
  outsourceStatus: string,
  overrides: Partial<GatewayOutcome> = {},
): GatewayOutcome {
  return {
    ...NO_GATEWAY_DATA,
    outsourceStatus,
    message: '',
    source: 'message',
    ...overrides,
  }
}

export function reportOutcome(
  portal: TestPortal,
  paymentId: number,
  outsourceStatus: string,
  overrides: Partial<GatewayOutcome> = {},
) {
  const outcome = createOutcome(outsourceStatus, overrides)
  return runInTransaction(
    portal.services,
    async (tx) =>
      (await applyOutcome(tx, paymentId, outcome, null, portal.services.config.communityTimeZone)).effect,
  )
}
