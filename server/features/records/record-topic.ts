import { listActiveAdmins, toAdminRoom, filterViewers } from '#features/admins/viewers.ts'
import type { AdminActor } from '#platform/actor.ts'
import { rooms, createEventsForRooms, type TopicHandler, type Topics } from '#platform/realtime/outbox.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { mapRecordKinds, type RecordKind, type RecordName } from '@tahanan/contract/records/index.ts'
import { getReadPolicy } from './policy.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    record: { kind: RecordName | 'feedback' | 'privacyRequest' | 'tenant'; id: number }
  }
}

interface Audience {
  readonly channel: string
  readonly residents: boolean
  readonly pages: readonly PageName[]
}

const AUDIENCES: Readonly<Record<Topics['record']['kind'], Audience>> = {
  ...mapRecordKinds(({ name }) => name, getAudience),
  feedback: { channel: liveChannels.feedbacks, residents: false, pages: ['feedbacks'] },
  privacyRequest: { channel: liveChannels.privacyRequests, residents: false, pages: ['privacy'] },
  tenant: { channel: liveChannels.tenants, residents: false, pages: ['tenants', 'billings'] },
}

function getAudience(kind: RecordKind): Audience {
  const { areas, permission } = getReadPolicy(kind)
  return {
    channel: kind.path.many,
    residents: areas.includes('client'),
    pages: [...new Set(permission.map(([page]) => page))],
  }
}

/** Sends only the id of a changed record. Pages with an open list then load the record again. */
export const recordTopic: TopicHandler<'record'> = async (db, payloads) => {
  const latestPayloads = new Map(payloads.map((payload) => [`${payload.kind}.${payload.id}`, payload]))
  const admins = await listActiveAdmins(db)
  return [...latestPayloads.values()].flatMap(({ kind, id }) => {
    // During an update a newer version of the portal may run at the same time and send kinds that this
    // version does not know.
    const audience: Audience | undefined = AUDIENCES[kind]
    return audience ? toEvents(audience, id, admins) : []
  })
}

function toEvents({ channel, residents, pages }: Audience, id: number, admins: readonly AdminActor[]) {
  const viewers = new Set(pages.flatMap((page) => filterViewers(admins, page).map(toAdminRoom)))
  return createEventsForRooms([...(residents ? [rooms.area('client')] : []), ...viewers], channel, { id })
}
