import { exampleBody } from '@tahanan/contract/tickets/example.ts'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { makeAmenity } from '../../../server/testing/accounts.ts'
import type { LoggedIn } from '../../../server/testing/callers.ts'
import { unique } from '../cast.ts'
import type { Cast } from '../cast.ts'
import { may, mayWithAll } from '../entry.ts'
import type { Entries, Entry, Flag, Needs } from '../entry.ts'

/**
 * Who may do what with the tickets of a module, written down from the specification (2 §6, decisions §3). The status flags, each
 * alone and in every status, are tested in server/tickets/matrix.test.ts.
 */
interface Module {
  readonly one: string
  /** Null where the Services list is the only one. */
  readonly many: string | null
  readonly page: PageName
  /** A text field that its resident and the office may both write. */
  readonly field: string
  readonly add: Flag
  readonly edit: Needs
  readonly delete: Flag
  /** Calls of their own for one step. */
  readonly steps: Readonly<Record<string, Flag>>
}

const MODULES: Readonly<Record<string, Module>> = {
  gatePass: {
    one: 'ticket',
    many: 'tickets',
    page: 'gatepass',
    field: 'bearerName',
    add: 'gatepass.add',
    edit: may('gatepass.edit'),
    delete: 'gatepass.delete',
    steps: { verified: 'gatepass.verify' },
  },
  jobOrder: {
    one: 'request',
    many: 'requests',
    page: 'orders',
    field: 'title',
    add: 'orders.add',
    edit: may('orders.edit'),
    delete: 'orders.delete',
    steps: { verified: 'orders.verify', approved: 'orders.approve', rejected: 'orders.reject' },
  },
  reservation: {
    one: 'reservation',
    many: 'reservations',
    page: 'reservations',
    field: 'description',
    add: 'reservations.add',
    edit: may('reservations.approve'),
    delete: 'reservations.reject',
    steps: { verified: 'reservations.verify', reserved: 'reservations.approve' },
  },
  incidentReport: {
    one: 'report',
    many: 'reports',
    page: 'reports',
    field: 'title',
    add: 'reports.add',
    edit: may('reports.edit'),
    delete: 'reports.delete',
    steps: { verified: 'reports.verify' },
  },
  workPermit: {
    one: 'permit',
    many: 'permits',
    page: 'permits',
    field: 'workArea',
    add: 'permits.add',
    edit: mayWithAll('permits.edit', 'permits.approve'),
    delete: 'permits.delete',
    steps: { verified: 'permits.verify' },
  },
  visitor: {
    one: 'visitor',
    many: 'visitors',
    page: 'visitors',
    field: 'visitorsName',
    add: 'visitors.edit',
    edit: may('visitors.edit'),
    delete: 'visitors.delete',
    steps: { verified: 'visitors.verify' },
  },
  leasingInquiry: {
    one: 'inquiry',
    many: 'inquiries',
    page: 'inquiries',
    field: 'name',
    add: 'inquiries.add',
    edit: may('inquiries.complete'),
    delete: 'inquiries.delete',
    steps: { verified: 'inquiries.verify' },
  },
  commendation: {
    one: 'commendation',
    many: 'commendations',
    page: 'commendations',
    field: 'title',
    add: 'commendations.add',
    edit: may('commendations.edit'),
    delete: 'commendations.delete',
    steps: { verified: 'commendations.verify' },
  },
  workService: {
    one: 'service',
    many: null,
    page: 'permits',
    field: 'workArea',
    add: 'permits.add',
    edit: may('permits.edit'),
    delete: 'permits.delete',
    steps: { verified: 'permits.verify' },
  },
}

/** A valid body for the owner; a reservation has an amenity to itself. */
async function newTicket({ portal, owner }: Cast, name: string): Promise<Record<string, unknown>> {
  const body = exampleBody(moduleNamed(name), new Date(), portal.services.config.communityTimeZone)
  return {
    ...body,
    tenantId: owner.id,
    ...(name === 'reservation' && { amenityId: (await makeAmenity(portal.db)).id }),
  }
}

/** A ticket that the owner filed. */
export async function fileTicket(
  cast: Cast,
  name: string,
  more: object = {},
): Promise<{ id: number; ticketNumber: string }> {
  const { one } = MODULES[name]!
  const body = { ...(await newTicket(cast, name)), ...more }
  const answer = await cast.owner.post<{ id: number; ticketNumber: string }>(`/${one}`, body)
  if (answer.status !== 201) throw new Error(`${one}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

function entriesOf(name: string, module: Module): Entries {
  const { one, many, page } = module
  const path = async (cast: Cast) => ({ path: { id: (await fileTicket(cast, name)).id } })
  const view = may(`${page}.view` as Flag)
  const list: Entry = {
    residents: 'theirs',
    administrators: view,
    about: async (cast) => ({ shows: (await fileTicket(cast, name)).ticketNumber }),
  }
  return {
    ...(many !== null && { [`GET /api/${many}`]: list }),
    [`GET /api/${one}/{id}`]: {
      residents: 'owner',
      administrators: view,
      about: async (cast) => {
        const { id, ticketNumber } = await fileTicket(cast, name)
        return { path: { id }, shows: ticketNumber }
      },
    },
    [`POST /api/${one}`]: {
      residents: 'all',
      administrators: may(module.add),
      about: async (cast) => ({ body: await newTicket(cast, name) }),
    },
    [`PUT /api/${one}/{id}`]: {
      residents: 'owner',
      administrators: module.edit,
      about: async (cast) => ({ ...(await path(cast)), body: { [module.field]: unique('Changed') } }),
    },
    [`DELETE /api/${one}/{id}`]: { residents: 'owner', administrators: may(module.delete), about: path },
    [`GET /api/${one}Ids`]: {
      administrators: view,
      about: async (cast) => {
        const { id, ticketNumber } = await fileTicket(cast, name)
        return { query: { selectedIds: id }, shows: ticketNumber }
      },
    },
    ...Object.fromEntries(
      Object.entries(module.steps).map(([step, flag]): [string, Entry] => [
        `PUT /api/${one}/${step}/{id}`,
        { administrators: may(flag), about: path },
      ]),
    ),
  }
}

/** Who asks for a ticket of whoever filed it last. */
const numberOf = async (cast: Cast, _me: LoggedIn) => (await fileTicket(cast, 'jobOrder')).ticketNumber

/** The nine modules, and the list in which they meet. */
export const ticketEntries: Entries = {
  ...Object.assign({}, ...Object.entries(MODULES).map(([name, module]) => entriesOf(name, module))),
  'GET /api/services': {
    residents: 'theirs',
    administrators: may('services.view'),
    about: async (cast, me) => ({ shows: await numberOf(cast, me) }),
  },
}
