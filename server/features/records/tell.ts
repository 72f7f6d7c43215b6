import { channels } from '@tahanan/contract/channels.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import type { AdminActor } from '../../platform/actor.ts'
import { rooms } from '../../platform/realtime/outbox.ts'
import type { Delivery, TopicHandler, Topics } from '../../platform/realtime/outbox.ts'
import { activeAdmins, viewersAmong } from '../../platform/realtime/viewers.ts'
import { RECORD_KINDS } from './kinds.ts'
import type { RecordName } from './record-kind.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** Something that the office keeps, a tenant, or feedback was added, changed or deleted. */
    record: { kind: RecordName | 'feedback' | 'tenant'; id: number }
  }
}

interface Audience {
  readonly channel: string
  readonly residents: boolean
  /** Pages of the administrator area whose viewers are told. */
  readonly pages: readonly PageName[]
}

const FEEDBACK: Audience = { channel: channels.feedbacks, residents: false, pages: ['feedbacks'] }

const TENANT: Audience = { channel: channels.tenants, residents: false, pages: ['tenants', 'billings'] }

type Told = Topics['record']['kind']

const AUDIENCES: ReadonlyMap<Told, Audience> = new Map<Told, Audience>([
  ...RECORD_KINDS.map(
    ({ name, channel, readers }) =>
      [
        name,
        {
          channel,
          residents: readers.areas.includes('client'),
          pages: [...new Set(readers.permission?.map(([page]) => page))],
        },
      ] as const,
  ),
  ['feedback', FEEDBACK],
  ['tenant', TENANT],
])

/**
 * Tells whoever may read a record that it was added, changed or deleted, by its id alone: open lists ask again, and each
 * reader gets what they may see.
 */
export const recordTopic: TopicHandler<'record'> = async (db, payloads) => {
  const news = new Map(payloads.map((payload) => [`${payload.kind}.${payload.id}`, payload]))
  const admins = await activeAdmins(db)
  return [...news.values()].flatMap(({ kind, id }) => {
    const audience = AUDIENCES.get(kind)
    return audience ? deliveries(audience, id, admins) : []
  })
}

function deliveries(
  { channel, residents, pages }: Audience,
  id: number,
  admins: readonly AdminActor[],
): Delivery[] {
  const told = new Set(pages.flatMap((page) => viewersAmong(admins, page).rooms))
  return [...(residents ? [rooms.area('client')] : []), ...told].map((room) => ({
    room,
    event: channel,
    data: { id },
  }))
}
