import { channels } from '@tahanan/contract/channels.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { prepared } from '../../platform/db/client.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { forEach, rooms } from '../../platform/realtime/outbox.ts'
import type { Delivery, TopicHandler } from '../../platform/realtime/outbox.ts'
import { viewersAmong } from '../../platform/realtime/viewers.ts'
import type { ActiveAdmins, Viewers } from '../../platform/realtime/viewers.ts'
import { presentToAdmin, presentToResident } from './present.ts'
import type { NotificationRow } from './present.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** A notification row was written. */
    notification: { id: number }
  }
}

type AddressedRow = NotificationRow & { tenant_id: number | null; page: PageName | null }

const ROWS = `
  select n.id, n.area, n.tenant_id, n.page, n.title, n.message, n.link, n.created_at, false as is_read,
    t.client_code, t.uoccname
  from notifications n left join tenants t on t.id = n.subject_tenant_id
  where n.id = any($1::bigint[]) order by n.id`

const TENANTS_ONLINE = `select distinct account_id as id from sessions where area = 'client'`

/**
 * Tells a new notification to each of its readers: the tenant, every logged-in tenant when it is for all, or the active
 * administrators who may view its page now. Each reader has a channel and a read mark of their own (rules 10.2, 10.5).
 */
export function notificationTopic(activeAdmins: ActiveAdmins): TopicHandler<'notification'> {
  return async (db, payloads) => {
    const rows = await prepared<AddressedRow>(db, 'notifications-told', ROWS, [payloads.map(({ id }) => id)])
    const admins = rows.some(({ page }) => page !== null) ? await activeAdmins(db) : []
    const forAll = rows.some(({ area, tenant_id }) => area === 'client' && tenant_id === null)
    const online = forAll ? await tenantsOnline(db) : []
    return rows.flatMap((row): Delivery[] => {
      if (row.page !== null) return [toOffice(viewersAmong(admins, row.page), row)]
      return (row.tenant_id === null ? online : [row.tenant_id]).map((id) => toTenant(id, row))
    })
  }
}

function toTenant(id: number, row: NotificationRow): Delivery {
  return {
    room: rooms.account('client', id),
    event: channels.clientNotifications(id),
    data: presentToResident(row),
  }
}

function toOffice(viewers: Viewers, row: NotificationRow): Delivery {
  const data = presentToAdmin(row)
  return forEach(viewers, ({ id }) => ({ event: channels.adminNotifications(id), data }))
}

async function tenantsOnline(db: DbOrTx): Promise<number[]> {
  const rows = await prepared<{ id: number }>(db, 'notifications-tenants-online', TENANTS_ONLINE)
  return rows.map(({ id }) => id)
}
