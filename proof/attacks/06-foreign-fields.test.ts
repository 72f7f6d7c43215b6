import { expect, test } from 'vitest'
import { makeRoles } from '@tahanan/contract/permissions.ts'
import { callerOf, neighbour, office, portal, resident, writingCalls, type Body } from './writing-calls.ts'

/**
 * Attack 6: fields that are not the caller's to fill in. Every call that writes a record is made twice, once as its form
 * makes it and once with every column of the database beside, in both spellings: both must come out the same.
 */

/** Calls whose body makes no record: logins, files and links, actions without a body, the gateways' own. */
const NO_RECORD =
  /\/(login|logout|change-password|confirmation|choose-password|forgot-password|second-factor|file|backups|audit-log|login-details|gateways|statement-imports|tenant-soa-info|policy-header-sequence|new-pages|payfile-(batch|contents|copy)|invoice$|bank-(import|matching|matches|line)|payment\/reserved|payment-(dragonpay|aqwire)\/\{)/

interface ApiDocument {
  paths: Record<
    string,
    Record<
      string,
      { requestBody?: { content: Record<string, { schema: { properties?: Body; anyOf?: object[] } }> } }
    >
  >
}

/** Texts, numbers and moments that can be found again wherever they were stored. */
const FORGED = { text: 'forged-by-the-caller', number: 987_654, moment: '2001-02-03T04:05:06.000Z' } as const

/** Returns values for every column of the database, under its own name and its name in answers. */
async function everyColumn(): Promise<Body> {
  const { rows } = await portal.services.pool.query<{ name: string; type: string }>(
    `select distinct on (column_name) column_name as name, data_type as type
     from information_schema.columns where table_schema = 'public' order by 1, 2`,
  )
  const columns = rows.flatMap(({ name, type }) => {
    const value = /json|ARRAY/.test(type)
      ? [FORGED.text]
      : /int|numeric|double/.test(type)
        ? FORGED.number
        : /time|date/.test(type)
          ? FORGED.moment
          : type === 'boolean'
            ? true
            : FORGED.text
    return [name, name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())].map((key) => [
      key,
      value,
    ])
  })
  return Object.fromEntries(columns) as Body
}

/** Returns values that could be true, as an attacker would rather send. */
const plausible = (): Body => ({
  id: 1,
  tenantId: neighbour.id,
  status: 2,
  postById: office.id,
  approvedById: office.id,
  verifiedById: office.id,
  soaAmount: 0,
  amountDue: 0,
  estimatedAmount: 1,
  type: 1,
  isRead: 1,
  isReadAdmin: 1,
  roles: makeRoles('all'),
  remarks: 'Approved by me.',
  ticketNumber: 'GP-2026-999999',
  referenceNumber: 'PAY-2026-999999',
  paymentMethod: 1,
  sandbox: false,
  isSuperAdmin: true,
  area: 'super-admin',
})

/** Fields of the forms that the office alone fills in. */
const OF_THE_OFFICE = ['tenantId', 'status', 'remarks', 'estimatedAmount']

/** Fields that differ from record to record; the owner's may not. */
const IDENTITY =
  /^(id|postId|paymentId|replacedBy|policyHeaderId|amenityId|amenity|clientCode|email|url|src|thumb|screen|txnId|returnUrl|paymentUrl|sequenceNumber|number|.*[a-z]Number)$/
const MOMENT = /^(\d{4}-\d\d-\d\dT[\d:.]+Z|Payment PY-[\d-]+)$/

/** Returns the answer with marks in place of values that differ from record to record, so that present and absent stay distinct. */
function compared(answer: unknown): unknown {
  const marked = JSON.stringify(answer, (key, value: unknown) =>
    value !== null && (IDENTITY.test(key) || MOMENT.test(String(value))) ? '<its own>' : value,
  )
  return JSON.parse(marked) as unknown
}

test('every call that writes comes out the same, whatever else its body names', async () => {
  const { body: document } = await portal.nobody.get<ApiDocument>('/openapi.json')
  const columns = await everyColumn()
  expect(Object.keys(columns).length).toBeGreaterThan(200)
  const cases = writingCalls().filter(({ path, method }) => document.paths[path]?.[method])
  const tried = new Set<string>()

  for (const { who, method, path, id, body, own = [] } of cases) {
    const documented = document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema ?? {}
    const fields = new Set([...namesIn(documented), ...own])
    // fields documented for the office are not a resident's
    if (who === 'resident') for (const name of OF_THE_OFFICE) fields.delete(name)
    const extra = (given: Body) =>
      Object.fromEntries(Object.entries(given).filter(([name]) => !fields.has(name)))
    const call = async (more: Body) => {
      const url = path.replace('/api', '').replace('{id}', String((await id?.()) ?? ''))
      return callerOf(who)[method](url, { ...more, ...(await body()) })
    }
    const asIntended = await call({})
    const label = `${who} ${method} ${path}`
    // a refused call would prove nothing
    if (!(who === 'resident' && method === 'put' && asIntended.status === 400))
      expect([label, asIntended.status, asIntended.status < 300 ? '' : asIntended.body]).toEqual([
        label,
        expect.toSatisfy((s: number) => s < 300),
        '',
      ])
    for (const forged of [extra(columns), extra(plausible())]) {
      const answer = await call(forged)
      expect([label, answer.status, compared(answer.body)]).toEqual([
        label,
        asIntended.status,
        compared(asIntended.body),
      ])
    }
    tried.add(`${method} ${path}`)
  }

  const writing = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => /post|put/.test(method))
      .map((method) => `${method} ${path}`),
  )
  expect(writing.filter((call) => !tried.has(call) && !NO_RECORD.test(call))).toEqual([])
  expect(await whereForged()).toEqual([])
})

/** All properties that a body may have, whichever of its forms it is. */
function namesIn(schema: object): string[] {
  const {
    properties = {},
    anyOf = [],
    allOf = [],
  } = schema as { properties?: object; anyOf?: object[]; allOf?: object[] }
  return [...Object.keys(properties), ...[...anyOf, ...allOf].flatMap(namesIn)]
}

/** Tables that hold a forged value anywhere. */
async function whereForged(): Promise<string[]> {
  const { pool } = portal.services
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select from "${name}" t where to_jsonb(t)::text ~ $1 limit 1`, [
      `${FORGED.text}|[^0-9]${FORGED.number}[^0-9]|2001-02-03`,
    ])
    if (rowCount) found.push(name)
  }
  return found
}

test('the search for forged values finds one where there is one', async () => {
  await resident.post('/feedback', { rate: 1, message: FORGED.text })
  expect(await whereForged()).toEqual(['feedbacks'])
})
