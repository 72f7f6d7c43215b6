import { listActiveAdmins, toAdminRoom, filterViewers } from '#features/admins/viewers.ts'
import type { AdminActor, ResidentActor } from '#platform/actor.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import { rooms, createLazyEvent, type OutgoingEvent, type TopicHandler } from '#platform/realtime/outbox.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { presentListedTicket, presentTicket } from './present.ts'
import { listTicketRows, type TicketRow } from './repository.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    ticket: { id: number }
  }
}

const SERVICES_PAGE = 'services'

/**
 * Sends a changed ticket, as a row of a list, to its resident and to the administrators who may view its
 * module (rules 10.7).
 */
export function ticketTopic(files: Pick<FileStore, 'presentFiles'>): TopicHandler<'ticket'> {
  return async (db, payloads) => {
    const rows = await listTicketRows(db, [...new Set(payloads.map(({ id }) => id))], {
      shouldIncludeDeleted: true,
    })
    if (rows.length === 0) return []
    const admins = await listActiveAdmins(db)
    return rows.flatMap((row) => [
      ...createResidentEvents(files, row),
      ...createOfficeEvents(files, admins, row),
    ])
  }
}

function createResidentEvents(files: Pick<FileStore, 'presentFiles'>, row: TicketRow): OutgoingEvent[] {
  const residentActor: ResidentActor = {
    area: 'client',
    id: row.tenant_id,
    sessionId: 0,
    name: row.uoccname,
    clientCode: row.client_code,
  }
  const room = rooms.account('client', row.tenant_id)
  const getResidentChannel = (listPath: string): string => liveChannels.clientTickets(listPath, row.tenant_id)
  return [
    ...getModuleChannels(row).map((listPath) =>
      createLazyEvent(room, getResidentChannel(listPath), () =>
        presentTicket(files, residentActor, row, 'list'),
      ),
    ),
    createLazyEvent(room, getResidentChannel(SERVICES_PAGE), () => presentListedTicket(residentActor, row)),
  ]
}

function createOfficeEvents(
  files: Pick<FileStore, 'presentFiles'>,
  admins: readonly AdminActor[],
  row: TicketRow,
): OutgoingEvent[] {
  return [
    ...getModuleChannels(row).flatMap((listPath) =>
      filterViewers(admins, getModule(row.module).permission).map((admin) =>
        createLazyEvent(toAdminRoom(admin), liveChannels.adminTickets(listPath, admin.id), () =>
          presentTicket(files, admin, row, 'list'),
        ),
      ),
    ),
    ...filterViewers(admins, SERVICES_PAGE).map((admin) =>
      createLazyEvent(toAdminRoom(admin), liveChannels.adminTickets(SERVICES_PAGE, admin.id), () =>
        presentListedTicket(admin, row),
      ),
    ),
  ]
}

/**
 * Returns the live channel for lists of the ticket's module. Work tickets have none, because only the
 * Services list contains them.
 */
function getModuleChannels(row: TicketRow): string[] {
  const { many } = getModule(row.module).path
  return many === SERVICES_PAGE ? [] : [many]
}
