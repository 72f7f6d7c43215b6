import { listActiveAdmins, toAdminRoom, filterViewers } from '#features/admins/viewers.ts'
import type { ResidentActor } from '#platform/actor.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import { rooms, createLazyEvent, type OutgoingEvent, type TopicHandler } from '#platform/realtime/outbox.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { presentPayment } from './present.ts'
import { findPaymentRows, type PaymentRow } from './repository.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    payment: { id: number }
  }
}

/**
 * Sends a changed payment to its resident and to administrators who may view payments (rules 10.7), to each
 * in the format of their list. Status 0 means that it was deleted.
 */
export function paymentTopic(files: Pick<FileStore, 'presentFiles'>): TopicHandler<'payment'> {
  return async (db, payloads) => {
    const rows = await findPaymentRows(db, [...new Set(payloads.map(({ id }) => id))], {
      includesDeleted: true,
    })
    if (rows.length === 0) return []
    const paymentViewers = filterViewers(await listActiveAdmins(db), 'payments')
    return rows.flatMap((row): OutgoingEvent[] => [
      createLazyEvent(
        rooms.account('client', row.tenant_id),
        liveChannels.clientPayments(row.tenant_id),
        () => presentPayment(files, toResidentActor(row), row),
      ),
      ...paymentViewers.map((admin) =>
        createLazyEvent(toAdminRoom(admin), liveChannels.adminPayments(admin.id), () =>
          presentPayment(files, admin, row),
        ),
      ),
    ])
  }
}

const toResidentActor = (row: PaymentRow): ResidentActor => ({
  area: 'client',
  id: row.tenant_id,
  sessionId: 0,
  name: row.uoccname,
  clientCode: row.client_code,
})
