import { makeAmenity } from '@tahanan/server/testing/accounts.ts'
import { nameField, RECORD_RULES, type RecordRules } from '@tahanan/server/testing/record-rules.ts'
import { may, type Call, type Entries, type Entry, type Who } from '../entry.ts'
import { unique, type TestAccounts } from '../test-accounts.ts'

/** Returns a valid body of a new record with this name; what it stands under is made first. */
async function bodyOf(
  cast: TestAccounts,
  rules: RecordRules,
  name: string,
): Promise<Record<string, unknown>> {
  const { body, under } = rules
  const parent = under && { [under[1]]: (await added(cast, RECORD_RULES[under[0]])).id }
  return { ...body, [nameField(rules)]: name, ...parent }
}

/** Adds a record as the office and returns its id and name for calls about it. */
async function added(cast: TestAccounts, rules: RecordRules): Promise<{ id: number; name: string }> {
  const { one } = rules
  const name = unique(one)
  const answer = await cast.office.post<{ id: number }>(`/${one}`, await bodyOf(cast, rules, name))
  if (answer.status !== 201) throw new Error(`${one}: ${JSON.stringify(answer.body)}`)
  return { id: answer.body.id, name }
}

/** Entries of the office's writing calls of a kind of record: add, change, delete. */
function writing(rules: RecordRules): Entries {
  const { one, page, add } = rules
  const record = async (cast: TestAccounts): Promise<Call> => ({
    path: { id: (await added(cast, rules)).id },
  })
  return {
    [`POST /api/${one}`]: {
      administrators: may(`${page}.${add}`),
      about: async (cast) => ({ body: await bodyOf(cast, rules, unique(one)) }),
    },
    [`PUT /api/${one}/{id}`]: {
      administrators: may(`${page}.edit`),
      about: async (cast) => ({ ...(await record(cast)), body: { [nameField(rules)]: unique(one) } }),
    },
    [`DELETE /api/${one}/{id}`]: { administrators: may(`${page}.delete`), about: record },
  }
}

/** Reading one record and a list that holds it. */
function reading(rules: RecordRules): Entries {
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
      about: async (cast) => ({ shows: (await added(cast, rules)).name }),
    } satisfies Entry,
    [`GET /api/${one}/{id}`]: {
      ...who,
      about: async (cast) => {
        const { id, name } = await added(cast, rules)
        return { path: { id }, shows: name }
      },
    } satisfies Entry,
  }
}

const POLICY_READERS: Who = { residents: 'all', administrators: may('policies.view') }
const headers: Entry = {
  ...POLICY_READERS,
  about: async (cast) => ({ shows: (await added(cast, RECORD_RULES.policyHeader)).name }),
}
/** Records that the office keeps and residents read (rules 2.2, 9.12). */
export const contentEntries: Entries = {
  ...Object.assign({}, ...Object.values(RECORD_RULES).flatMap((rules) => [reading(rules), writing(rules)])),
  'GET /api/ads': {
    residents: 'all',
    about: async (cast) => ({ shows: (await added(cast, RECORD_RULES.advertisement)).name }),
  },
  'GET /api/ad': { residents: 'all' },
  'GET /api/policies': headers,
  'GET /api/policies-header': headers,
  'PUT /api/policy-header-sequence': {
    administrators: may('policies.edit'),
    about: async (cast) => {
      await added(cast, RECORD_RULES.policyHeader)
      return {
        body: { sequence: [{ id: (await added(cast, RECORD_RULES.policyHeader)).id, sequenceNumber: 1 }] },
      }
    },
  },
  'GET /api/get-reservation-schedules': {
    residents: 'all',
    administrators: may('reservations.view', 'reservations.add', 'reservations.approve'),
    about: async ({ portal }) => ({ query: { amenityId: (await makeAmenity(portal.db)).id } }),
  },
}
