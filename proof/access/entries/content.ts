import { makeAmenity } from '../../../server/testing/accounts.ts'
import { unique } from '../cast.ts'
import type { Cast, Flag } from '../cast.ts'
import { may } from '../entry.ts'
import type { Call, Entries, Entry, Who } from '../entry.ts'

interface Kind {
  readonly one: string
  readonly page: 'amenities' | 'advertisements' | 'memorandums' | 'policies'
  /** A valid body, its title given. */
  readonly body: (title: string) => Record<string, unknown>
  readonly titleField?: string
  /** The flag that adds, where it is not `add`. */
  readonly add?: Flag
}

/** Adds a record as the office and returns its id and title for calls about it. */
async function added({ office }: Cast, { one, body }: Kind): Promise<{ id: number; title: string }> {
  const title = unique(one)
  const answer = await office.post<{ id: number }>(`/${one}`, body(title))
  if (answer.status !== 201) throw new Error(`${one}: ${JSON.stringify(answer.body)}`)
  return { id: answer.body.id, title }
}

/** Entries of the office's writing calls of a kind of record: add, change, delete. */
function writing(kind: Kind): Entries {
  const { one, page, titleField = 'title' } = kind
  const record = async (cast: Cast): Promise<Call> => ({ path: { id: (await added(cast, kind)).id } })
  return {
    [`POST /api/${one}`]: {
      administrators: may(kind.add ?? `${page}.add`),
      about: () => ({ body: kind.body(unique(one)) }),
    },
    [`PUT /api/${one}/{id}`]: {
      administrators: may(`${page}.edit`),
      about: async (cast) => ({ ...(await record(cast)), body: { [titleField]: unique(one) } }),
    },
    [`DELETE /api/${one}/{id}`]: { administrators: may(`${page}.delete`), about: record },
  }
}

/** Reading one record and a list that holds it. */
function reading(kind: Kind, many: string, one: Who, list: Who = one): Entries {
  return {
    [`GET /api/${many}`]: {
      ...list,
      about: async (cast) => ({ shows: (await added(cast, kind)).title }),
    } satisfies Entry,
    [`GET /api/${kind.one}/{id}`]: {
      ...one,
      about: async (cast) => {
        const { id, title } = await added(cast, kind)
        return { path: { id }, shows: title }
      },
    } satisfies Entry,
  }
}

const amenity: Kind = {
  one: 'amenity',
  page: 'amenities',
  body: (title) => ({ title, description: 'For forty people' }),
}
const advertisement: Kind = {
  one: 'advertisement',
  page: 'advertisements',
  body: (title) => ({ title, url: 'https://shop.example/' }),
}
const memorandum: Kind = {
  one: 'memorandum',
  page: 'memorandums',
  body: (title) => ({ title, description: 'Please read.', date: '2026-11-01' }),
}
const header: Kind = {
  one: 'policy-header',
  page: 'policies',
  titleField: 'header',
  body: (title) => ({ header: title }),
}

/** A policy under a header of its own. */
async function policy(cast: Cast): Promise<{ id: number; body: Record<string, unknown> }> {
  const body = await newPolicy(cast)
  const answer = await cast.office.post<{ id: number }>('/policy', body)
  return { id: answer.body.id, body }
}
const newPolicy = async (cast: Cast) => ({
  policyHeaderId: (await added(cast, header)).id,
  subHeader: 'Pets',
  title: unique('Leashes'),
  date: '2026-11-01 09:00:00',
})

const POLICY_READERS: Who = { residents: 'all', administrators: may('policies.view') }
const headers: Entry = {
  ...POLICY_READERS,
  about: async (cast) => ({ shows: (await added(cast, header)).title }),
}
const AMENITY_READERS: Who = {
  residents: 'all',
  administrators: may(
    'amenities.view',
    'reservations.view',
    'reservations.add',
    'reservations.edit',
    'reservations.approve',
  ),
  superAdministrators: true,
}

/** Records that the office keeps and residents read (rules 2.2, 9.12). */
export const contentEntries: Entries = {
  ...reading(amenity, 'amenities', AMENITY_READERS),
  ...writing(amenity),
  ...reading(advertisement, 'advertisements', { administrators: may('advertisements.view') }),
  ...writing(advertisement),
  'GET /api/ads': {
    residents: 'all',
    about: async (cast) => ({ shows: (await added(cast, advertisement)).title }),
  },
  'GET /api/ad': { residents: 'all' },
  ...reading(memorandum, 'memorandums', { residents: 'all', administrators: may('memorandums.view') }),
  ...writing(memorandum),
  'GET /api/policies': headers,
  'GET /api/policies-header': headers,
  ...writing(header),
  'POST /api/policy': {
    administrators: may('policies.edit'),
    about: async (cast) => ({ body: await newPolicy(cast) }),
  },
  'PUT /api/policy/{id}': {
    administrators: may('policies.edit'),
    about: async (cast) => ({ path: { id: (await policy(cast)).id }, body: { title: unique('Pets') } }),
  },
  'DELETE /api/policy/{id}': {
    administrators: may('policies.delete'),
    about: async (cast) => ({ path: { id: (await policy(cast)).id } }),
  },
  'PUT /api/policy-header-sequence': {
    administrators: may('policies.edit'),
    about: async (cast) => {
      await added(cast, header)
      return { body: { sequence: [{ id: (await added(cast, header)).id, sequenceNumber: 1 }] } }
    },
  },
  'GET /api/get-reservation-schedules': {
    residents: 'all',
    administrators: may('reservations.view', 'reservations.add', 'reservations.approve'),
    about: async ({ portal }) => ({ query: { amenityId: (await makeAmenity(portal.db)).id } }),
  },
}
