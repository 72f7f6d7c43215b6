import { channels } from '@tahanan/contract/channels.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import { MODULES, moduleNamed } from '@tahanan/contract/tickets/index.ts'
import type { AdminActor, ResidentActor } from '../actor.ts'
import type { FileStore } from '../files/store.ts'
import { rooms, whenHeard } from '../realtime/outbox.ts'
import type { Delivery, TopicHandler } from '../realtime/outbox.ts'
import type { ActiveAdmins } from '../realtime/viewers.ts'
import { presentListed, presentTicket } from './present.ts'
import { findRows } from './repository.ts'
import type { TicketRow } from './repository.ts'

/** The channel where all modules meet: the resident's hub and the administrator's Services list. */
const SERVICES = 'services'

/**
 * Tells a ticket's present state to its resident and to every administrator who may view its module (decisions §4).
 * Each gets the row as a list would show it to them, so nobody is sent what they may not read.
 */
export function ticketTopic(
  files: Pick<FileStore, 'presentFiles'>,
  activeAdmins: ActiveAdmins,
): TopicHandler<'ticket'> {
  return async (db, payloads) => {
    const rows = await findRows(db, [...new Set(payloads.map(({ id }) => id))], { deleted: true })
    if (rows.length === 0) return []
    const admins = await activeAdmins(db)
    return rows.flatMap((row) => [
      ...toResident(files, row),
      ...admins.flatMap((admin) => toAdmin(files, admin, row)),
    ])
  }
}

function toResident(files: Pick<FileStore, 'presentFiles'>, row: TicketRow): Delivery[] {
  const reader: ResidentActor = {
    area: 'client',
    id: row.tenant_id,
    sessionId: 0,
    name: row.uoccname,
    clientCode: row.client_code,
    soaAmount: 0,
  }
  const room = rooms.account('client', row.tenant_id)
  return deliveries(room, (many) => channels.clientTickets(many, row.tenant_id), row, {
    whole: () => presentTicket(files, reader, row),
    listed: () => presentListed(reader, row),
  })
}

function toAdmin(files: Pick<FileStore, 'presentFiles'>, admin: AdminActor, row: TicketRow): Delivery[] {
  const module = moduleNamed(row.module)
  const room = rooms.account('admin', admin.id)
  return deliveries(room, (many) => channels.adminTickets(many, admin.id), row, {
    whole: allows(admin.roles, module.permission, 'view')
      ? () => presentTicket(files, admin, row)
      : undefined,
    listed: allows(admin.roles, SERVICES, 'view') ? () => presentListed(admin, row) : undefined,
  })
}

function deliveries(
  room: string,
  channel: (many: string) => string,
  row: TicketRow,
  shapes: { whole?: () => unknown; listed?: () => unknown },
): Delivery[] {
  const { many } = moduleNamed(row.module).path
  const result: Delivery[] = []
  // The work service shares its channel with the Services list, which is where it is shown.
  if (shapes.whole && many !== SERVICES) result.push(whenHeard(room, channel(many), shapes.whole))
  if (shapes.listed) result.push(whenHeard(room, channel(SERVICES), shapes.listed))
  return result
}

/** Names of every ticket channel an account of an area listens on, for the documentation and the tests. */
export const TICKET_CHANNELS: readonly string[] = [
  ...new Set([...MODULES.map(({ path }) => path.many), SERVICES]),
]
