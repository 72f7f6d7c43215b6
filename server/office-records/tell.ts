import { channels } from '@tahanan/contract/channels.ts'
import { rooms } from '../realtime/outbox.ts'
import type { Delivery, TopicHandler, Topics } from '../realtime/outbox.ts'
import { viewersOf } from '../realtime/viewers.ts'
import { RECORD_KINDS } from './kinds.ts'

interface Audience {
  readonly channel: string
  readonly residents: boolean
  /** Pages of the administrator area whose viewers are told. */
  readonly pages: readonly string[]
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
  const viewers = await viewersOf(db, [...new Set([...AUDIENCES.values()].flatMap(({ pages }) => pages))])
  return [...news.values()].flatMap(({ kind, id }) => {
    const audience = AUDIENCES.get(kind)
    return audience ? deliveries(audience, id, viewers) : []
  })
}

function deliveries(
  { channel, residents, pages }: Audience,
  id: number,
  viewers: ReadonlyMap<string, readonly number[]>,
): Delivery[] {
  const admins = new Set(pages.flatMap((page) => viewers.get(page) ?? []))
  const told = [...admins].map((admin) => rooms.account('admin', admin))
  return [...(residents ? [rooms.area('client')] : []), ...told].map((room) => ({
    room,
    event: channel,
    data: { id },
  }))
}
