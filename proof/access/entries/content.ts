import { createTestAmenity } from '@tahanan/server/testing/accounts.ts'
import { getNameField, RECORD_RULES, type RecordRules } from '@tahanan/server/testing/record-rules.ts'
import {
  withAnyFlag,
  type CallInput,
  type AccessCases,
  type AccessCase,
  type AllowedCallers,
} from '../access-case.ts'
import { createUniqueText, type Flag, type TestAccounts } from '../test-accounts.ts'
import { fileTicket } from './tickets.ts'

async function createRecordBody(
  accounts: TestAccounts,
  rules: RecordRules,
  name: string,
): Promise<Record<string, unknown>> {
  const { body, parent } = rules
  const parentFields = parent && { [parent[1]]: (await addRecord(accounts, RECORD_RULES[parent[0]])).id }
  return { ...body, [getNameField(rules)]: name, ...parentFields }
}

async function addRecord(accounts: TestAccounts, rules: RecordRules): Promise<{ id: number; name: string }> {
  const { recordPath } = rules
  const name = createUniqueText(recordPath)
  const creationResponse = await accounts.office.post<{ id: number }>(
    `/${recordPath}`,
    await createRecordBody(accounts, rules, name),
  )
  if (creationResponse.status !== 201)
    throw new Error(`${recordPath}: ${JSON.stringify(creationResponse.body)}`)
  return { id: creationResponse.body.id, name }
}

function createWriteCases(rules: RecordRules): AccessCases {
  const { recordPath, page, add } = rules
  const prepareRecordPath = async (accounts: TestAccounts): Promise<CallInput> => ({
    path: { id: (await addRecord(accounts, rules)).id },
  })
  return {
    [`POST /api/${recordPath}`]: {
      administrators: withAnyFlag(`${page}.${add}`),
      prepare: async (accounts) => ({
        body: await createRecordBody(accounts, rules, createUniqueText(recordPath)),
      }),
    },
    [`PUT /api/${recordPath}/{id}`]: {
      administrators: withAnyFlag(`${page}.edit`),
      prepare: async (accounts) => ({
        ...(await prepareRecordPath(accounts)),
        body: { [getNameField(rules)]: createUniqueText(recordPath) },
      }),
    },
    [`DELETE /api/${recordPath}/{id}`]: {
      administrators: withAnyFlag(`${page}.delete`),
      prepare: prepareRecordPath,
    },
  }
}

function createReadCases(rules: RecordRules): AccessCases {
  const { recordPath, listPath, page, list, alsoReadBy = [] } = rules
  if (list === 'own') return {}
  const allowedCallers: AllowedCallers = {
    ...(list !== 'office' && { residents: 'all' }),
    administrators: withAnyFlag(`${page}.view`, ...alsoReadBy),
    ...(list === 'everybody' && { superAdministrators: true }),
  }
  return {
    [`GET /api/${listPath}`]: {
      ...allowedCallers,
      prepare: async (accounts) => ({ expectedText: (await addRecord(accounts, rules)).name }),
    } satisfies AccessCase,
    [`GET /api/${recordPath}/{id}`]: {
      ...allowedCallers,
      prepare: async (accounts) => {
        const { id, name } = await addRecord(accounts, rules)
        return { path: { id }, expectedText: name }
      },
    } satisfies AccessCase,
  }
}

const POLICY_READERS: AllowedCallers = { residents: 'all', administrators: withAnyFlag('policies.view') }
const policyHeadersCase: AccessCase = {
  ...POLICY_READERS,
  prepare: async (accounts) => ({
    expectedText: (await addRecord(accounts, RECORD_RULES.policyHeader)).name,
  }),
}
/** Expected access to records that the office edits and residents read (rules 2.2, 9.12). */
export const contentCases: AccessCases = {
  ...Object.assign(
    {},
    ...Object.values(RECORD_RULES).flatMap((rules) => [createReadCases(rules), createWriteCases(rules)]),
  ),
  'GET /api/ads': {
    residents: 'all',
    prepare: async (accounts) => ({
      expectedText: (await addRecord(accounts, RECORD_RULES.advertisement)).name,
    }),
  },
  'GET /api/ad': { residents: 'all' },
  'GET /api/policies': policyHeadersCase,
  'GET /api/policies-header': policyHeadersCase,
  'PUT /api/policy-header-sequence': {
    administrators: withAnyFlag('policies.edit'),
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
    administrators: withAnyFlag('reservations.view', 'reservations.add', 'reservations.approve'),
    prepare: async ({ portal }) => ({ query: { amenityId: (await createTestAmenity(portal.db)).id } }),
  },
}

const BOOKING_FLAGS: readonly [Flag, ...Flag[]] = [
  'reservations.view',
  'reservations.add',
  'reservations.approve',
]

async function createAmenityWithRules({ portal, office }: TestAccounts) {
  const { id } = await createTestAmenity(portal.db)
  const reason = createUniqueText('Repairs')
  const closures = [{ from: '2199-01-01', reason }]
  await office.put(`/amenity-rules/${id}`, { closures, cancelHours: 1 })
  return { id, reason }
}

const prepareAmenityQuery = async (
  accounts: TestAccounts,
  query: Record<string, string>,
): Promise<CallInput> => {
  const { id, reason } = await createAmenityWithRules(accounts)
  return { query: { amenityId: id, ...query }, expectedText: reason }
}

async function createReservedTime(accounts: TestAccounts) {
  const amenity = await createTestAmenity(accounts.portal.db, { title: createUniqueText('Court') })
  await accounts.office.put(`/amenity-rules/${amenity.id}`, { offerMinutes: 60 })
  const ticket = await fileTicket(accounts, 'reservation', { amenityId: amenity.id })
  const { startTime, endTime } = (await accounts.office.get(`/reservation/${ticket.id}`)).body
  return { amenity, ticketId: ticket.id, body: { amenityId: amenity.id, startTime, endTime } }
}

async function createWaitingListEntry(accounts: TestAccounts) {
  const { body, ...taken } = await createReservedTime(accounts)
  const waitingEntry = (await accounts.owner.post<{ id: number }>('/waiting-entry', body)).body
  return { ...taken, id: waitingEntry.id }
}

/** Expected access to amenity rules, calendar, waiting list, and a resident's own reservations (rules 25). */
export const amenityCases: AccessCases = {
  'GET /api/amenity-rules/{id}': {
    administrators: withAnyFlag('amenities.view'),
    prepare: async (accounts) => {
      const { id, reason } = await createAmenityWithRules(accounts)
      return { path: { id }, expectedText: reason }
    },
  },
  'PUT /api/amenity-rules/{id}': {
    administrators: withAnyFlag('amenities.edit'),
    prepare: async (accounts) => ({
      path: { id: (await createAmenityWithRules(accounts)).id },
      body: { minMinutes: 60 },
    }),
  },
  'PUT /api/amenity-closure/{id}': {
    administrators: withAnyFlag('amenities.edit'),
    prepare: async (accounts) => ({
      path: { id: (await createAmenityWithRules(accounts)).id },
      body: { from: '2199-02-01', reason: 'Repairs' },
    }),
  },
  'GET /api/amenity-days': {
    residents: 'all',
    administrators: withAnyFlag(...BOOKING_FLAGS),
    prepare: (accounts) => prepareAmenityQuery(accounts, { month: '2199-01' }),
  },
  'GET /api/amenity-times': {
    residents: 'all',
    administrators: withAnyFlag(...BOOKING_FLAGS),
    prepare: (accounts) => prepareAmenityQuery(accounts, { date: '2199-01-01' }),
  },
  'GET /api/waiting-entries': {
    residents: 'theirs',
    administrators: withAnyFlag('reservations.view'),
    prepare: async (accounts) => {
      const { amenity } = await createWaitingListEntry(accounts)
      return { expectedText: amenity.title }
    },
  },
  'POST /api/waiting-entry': {
    residents: 'all',
    prepare: async (accounts) => ({ body: (await createReservedTime(accounts)).body }),
  },
  'PUT /api/waiting-entry/accepted/{id}': {
    residents: 'owner',
    prepare: async (accounts) => {
      const { id, ticketId } = await createWaitingListEntry(accounts)
      await accounts.office.put(`/reservation/${ticketId}`, { status: 5 })
      return { path: { id }, body: {} }
    },
  },
  'DELETE /api/waiting-entry/{id}': {
    residents: 'owner',
    prepare: async (accounts) => ({ path: { id: (await createWaitingListEntry(accounts)).id } }),
  },
  'POST /api/reservation/{id}/calendar-link': {
    residents: 'owner',
    administrators: withAnyFlag('reservations.view'),
    expectedStatus: 200,
    changes: false,
    prepare: async (accounts) => {
      const { id } = await fileTicket(accounts, 'reservation')
      // Creates a link first: the first link also creates the secret that signs all links, which counts as a
      // change.
      await accounts.owner.post(`/reservation/${id}/calendar-link`)
      return { path: { id } }
    },
  },
  'GET /api/reservation/{id}/calendar': {
    residents: 'owner',
    administrators: withAnyFlag('reservations.view'),
    prepare: async (accounts) => {
      const { id, ticketNumber } = await fileTicket(accounts, 'reservation')
      return { path: { id }, expectedText: ticketNumber }
    },
  },
  'GET /api/amenity-bookings': {
    administrators: withAnyFlag('reservations.view'),
    prepare: async (accounts) => {
      const amenityId = (await createAmenityWithRules(accounts)).id
      const day = '2198-05-04'
      const time = { startTime: `${day} 09:00:00`, endTime: `${day} 10:00:00` }
      const { ticketNumber } = await fileTicket(accounts, 'reservation', { amenityId, ...time })
      return { query: { from: day, to: day }, expectedText: ticketNumber }
    },
  },
  'PUT /api/reservation/cancelled/{id}': {
    residents: 'owner',
    prepare: async (accounts) => {
      const amenityId = (await createAmenityWithRules(accounts)).id
      const { id } = await fileTicket(accounts, 'reservation', { amenityId })
      await accounts.office.put(`/reservation/reserved/${id}`)
      return { path: { id }, body: {} }
    },
  },
}
