import { makeAmenity } from '@tahanan/server/testing/accounts.ts'
import { getNameField, RECORD_RULES, type RecordRules } from '@tahanan/server/testing/record-rules.ts'
import { may, type Call, type Entries, type Entry, type Who } from '../entry.ts'
import { createUniqueText, type Flag, type TestAccounts } from '../test-accounts.ts'
import { fileTicket } from './tickets.ts'

/**
 * Returns a valid request body for a record of this kind. Creates the parent record if the kind needs one.
 */
async function createBody(
  accounts: TestAccounts,
  rules: RecordRules,
  name: string,
): Promise<Record<string, unknown>> {
  const { body, under } = rules
  const parent = under && { [under[1]]: (await addRecord(accounts, RECORD_RULES[under[0]])).id }
  return { ...body, [getNameField(rules)]: name, ...parent }
}

async function addRecord(accounts: TestAccounts, rules: RecordRules): Promise<{ id: number; name: string }> {
  const { one } = rules
  const name = createUniqueText(one)
  const answer = await accounts.office.post<{ id: number }>(
    `/${one}`,
    await createBody(accounts, rules, name),
  )
  if (answer.status !== 201) throw new Error(`${one}: ${JSON.stringify(answer.body)}`)
  return { id: answer.body.id, name }
}

function createWritingEntries(rules: RecordRules): Entries {
  const { one, page, add } = rules
  const record = async (accounts: TestAccounts): Promise<Call> => ({
    path: { id: (await addRecord(accounts, rules)).id },
  })
  return {
    [`POST /api/${one}`]: {
      administrators: may(`${page}.${add}`),
      prepare: async (accounts) => ({ body: await createBody(accounts, rules, createUniqueText(one)) }),
    },
    [`PUT /api/${one}/{id}`]: {
      administrators: may(`${page}.edit`),
      prepare: async (accounts) => ({
        ...(await record(accounts)),
        body: { [getNameField(rules)]: createUniqueText(one) },
      }),
    },
    [`DELETE /api/${one}/{id}`]: { administrators: may(`${page}.delete`), prepare: record },
  }
}

function createReadingEntries(rules: RecordRules): Entries {
  const { one, many, page, list, alsoReadBy = [] } = rules
  if (list === 'own') return {}
  const who: Who = {
    ...(list !== 'office' && { residents: 'all' }),
    administrators: may(`${page}.view`, ...alsoReadBy),
    ...(list === 'everybody' && { superAdministrators: true }),
  }
  return {
    [`GET /api/${many}`]: {
      ...who,
      prepare: async (accounts) => ({ shows: (await addRecord(accounts, rules)).name }),
    } satisfies Entry,
    [`GET /api/${one}/{id}`]: {
      ...who,
      prepare: async (accounts) => {
        const { id, name } = await addRecord(accounts, rules)
        return { path: { id }, shows: name }
      },
    } satisfies Entry,
  }
}

const POLICY_READERS: Who = { residents: 'all', administrators: may('policies.view') }
const policyHeaders: Entry = {
  ...POLICY_READERS,
  prepare: async (accounts) => ({ shows: (await addRecord(accounts, RECORD_RULES.policyHeader)).name }),
}
/** Entries for records that the office edits and residents read (rules 2.2, 9.12). */
export const contentEntries: Entries = {
  ...Object.assign(
    {},
    ...Object.values(RECORD_RULES).flatMap((rules) => [
      createReadingEntries(rules),
      createWritingEntries(rules),
    ]),
  ),
  'GET /api/ads': {
    residents: 'all',
    prepare: async (accounts) => ({ shows: (await addRecord(accounts, RECORD_RULES.advertisement)).name }),
  },
  'GET /api/ad': { residents: 'all' },
  'GET /api/policies': policyHeaders,
  'GET /api/policies-header': policyHeaders,
  'PUT /api/policy-header-sequence': {
    administrators: may('policies.edit'),
    prepare: async (accounts) => {
      await addRecord(accounts, RECORD_RULES.policyHeader)
      return {
        body: {
          sequence: [{ id: (await addRecord(accounts, RECORD_RULES.policyHeader)).id, sequenceNumber: 1 }],
        },
      }
    },
  },
  'GET /api/get-reservation-schedules': {
    residents: 'all',
    administrators: may('reservations.view', 'reservations.add', 'reservations.approve'),
    prepare: async ({ portal }) => ({ query: { amenityId: (await makeAmenity(portal.db)).id } }),
  },
}

const BOOKERS: readonly [Flag, ...Flag[]] = ['reservations.view', 'reservations.add', 'reservations.approve']

/** Creates an amenity that is closed from 2199 on, and whose reservations residents may cancel. */
async function makeRuledAmenity({ portal, office }: TestAccounts) {
  const { id } = await makeAmenity(portal.db)
  const reason = createUniqueText('Repairs')
  const closures = [{ from: '2199-01-01', reason }]
  await office.put(`/amenity-rules/${id}`, { closures, cancelHours: 1 })
  return { id, reason }
}

const read = async (accounts: TestAccounts, query: Record<string, string>): Promise<Call> => {
  const { id, reason } = await makeRuledAmenity(accounts)
  return { query: { amenityId: id, ...query }, shows: reason }
}

/**
 * Creates an amenity with a waiting list and one reservation. `body` is the request that joins the waiting
 * list for the reserved time.
 */
async function makeTakenTime(accounts: TestAccounts) {
  const amenity = await makeAmenity(accounts.portal.db, { title: createUniqueText('Court') })
  await accounts.office.put(`/amenity-rules/${amenity.id}`, { offerMinutes: 60 })
  const ticket = await fileTicket(accounts, 'reservation', { amenityId: amenity.id })
  const { startTime, endTime } = (await accounts.office.get(`/reservation/${ticket.id}`)).body
  return { amenity, ticketId: ticket.id, body: { amenityId: amenity.id, startTime, endTime } }
}

async function makeWaitingEntry(accounts: TestAccounts) {
  const { body, ...taken } = await makeTakenTime(accounts)
  const entry = (await accounts.owner.post<{ id: number }>('/waiting-entry', body)).body
  return { ...taken, id: entry.id }
}

/**
 * Entries for amenity rules, the calendar, the waiting list, and a resident's own reservations (rules 25).
 */
export const amenityEntries: Entries = {
  'GET /api/amenity-rules/{id}': {
    administrators: may('amenities.view'),
    prepare: async (accounts) => {
      const { id, reason } = await makeRuledAmenity(accounts)
      return { path: { id }, shows: reason }
    },
  },
  'PUT /api/amenity-rules/{id}': {
    administrators: may('amenities.edit'),
    prepare: async (accounts) => ({
      path: { id: (await makeRuledAmenity(accounts)).id },
      body: { minMinutes: 60 },
    }),
  },
  'PUT /api/amenity-closure/{id}': {
    administrators: may('amenities.edit'),
    prepare: async (accounts) => ({
      path: { id: (await makeRuledAmenity(accounts)).id },
      body: { from: '2199-02-01', reason: 'Repairs' },
    }),
  },
  'GET /api/amenity-days': {
    residents: 'all',
    administrators: may(...BOOKERS),
    prepare: (accounts) => read(accounts, { month: '2199-01' }),
  },
  'GET /api/amenity-times': {
    residents: 'all',
    administrators: may(...BOOKERS),
    prepare: (accounts) => read(accounts, { date: '2199-01-01' }),
  },
  'GET /api/waiting-entries': {
    residents: 'theirs',
    administrators: may('reservations.view'),
    prepare: async (accounts) => {
      const { amenity } = await makeWaitingEntry(accounts)
      return { shows: amenity.title }
    },
  },
  'POST /api/waiting-entry': {
    residents: 'all',
    prepare: async (accounts) => ({ body: (await makeTakenTime(accounts)).body }),
  },
  'PUT /api/waiting-entry/accepted/{id}': {
    residents: 'owner',
    prepare: async (accounts) => {
      const { id, ticketId } = await makeWaitingEntry(accounts)
      await accounts.office.put(`/reservation/${ticketId}`, { status: 5 })
      return { path: { id }, body: {} }
    },
  },
  'DELETE /api/waiting-entry/{id}': {
    residents: 'owner',
    prepare: async (accounts) => ({ path: { id: (await makeWaitingEntry(accounts)).id } }),
  },
  'POST /api/reservation/{id}/calendar-link': {
    residents: 'owner',
    administrators: may('reservations.view'),
    answers: 200,
    changes: false,
    prepare: async (accounts) => {
      const { id } = await fileTicket(accounts, 'reservation')
      // Requests a link before the test, because the first link creates the secret that signs all links, and
      // that would count as a change.
      await accounts.owner.post(`/reservation/${id}/calendar-link`)
      return { path: { id } }
    },
  },
  'GET /api/reservation/{id}/calendar': {
    residents: 'owner',
    administrators: may('reservations.view'),
    prepare: async (accounts) => {
      const { id, ticketNumber } = await fileTicket(accounts, 'reservation')
      return { path: { id }, shows: ticketNumber }
    },
  },
  'GET /api/amenity-bookings': {
    administrators: may('reservations.view'),
    prepare: async (accounts) => {
      const amenityId = (await makeRuledAmenity(accounts)).id
      const day = '2198-05-04'
      const time = { startTime: `${day} 09:00:00`, endTime: `${day} 10:00:00` }
      const { ticketNumber } = await fileTicket(accounts, 'reservation', { amenityId, ...time })
      return { query: { from: day, to: day }, shows: ticketNumber }
    },
  },
  'PUT /api/reservation/cancelled/{id}': {
    residents: 'owner',
    prepare: async (accounts) => {
      const amenityId = (await makeRuledAmenity(accounts)).id
      const { id } = await fileTicket(accounts, 'reservation', { amenityId })
      await accounts.office.put(`/reservation/reserved/${id}`)
      return { path: { id }, body: {} }
    },
  },
}
