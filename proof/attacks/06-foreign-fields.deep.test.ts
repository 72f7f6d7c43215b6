import { expect, test } from 'vitest'
import { createRoles } from '@tahanan/contract/permissions.ts'
import { getWritingCalls } from './writing-calls.ts'
import { getCaller, neighbour, office, portal, resident, type Body } from './writing-portal.ts'

/**
 * Tests attack 6 of docs/attacks.yaml: a caller sends fields that they may not set. Makes each writing call
 * with a normal body, then with all database columns added in snake case and camel case. Both responses must
 * be equal.
 */

/** Calls that do not set fields of a record: logins, files, links, actions, messages of payment gateways. */
const ROUTES_WITHOUT_RECORD = [
  /\/(login|logout|change-password|confirmation|choose-password|forgot-password|second-factor|file|backups|data-copy|test-mail)/,
  /\/(audit-log|login-details|gateways|statement-imports|tenant-soa-info|policy-header-sequence|new-pages)/,
  /\/(payfile-(batch|contents|copy)|invoice$|bank-(import|matching|matches|line)|payment\/reserved)/,
  /\/(payment-(dragonpay|aqwire)|unsubscribe)\/\{/,
  /\/(ended-session|pass-view|gate-enrolment|calendar-link|walk-in-answer|walk-in\/\{id\}\/answer)$/,
]

interface ApiDocument {
  paths: Record<
    string,
    Record<
      string,
      { requestBody?: { content: Record<string, { schema: { properties?: Body; anyOf?: object[] } }> } }
    >
  >
}

const FORGED_VALUES = {
  text: 'forged-by-the-caller',
  number: 987_654,
  moment: '2001-02-03T04:05:06.000Z',
} as const

async function createValuesForAllColumns(): Promise<Body> {
  const { rows } = await portal.services.pool.query<{ name: string; type: string }>(
    `select distinct on (column_name) column_name as name, data_type as type
     from information_schema.columns where table_schema = 'public' order by 1, 2`,
  )
  const columnValues = rows.flatMap(({ name, type }) => {
    const value = /json|ARRAY/.test(type)
      ? [FORGED_VALUES.text]
      : /int|numeric|double/.test(type)
        ? FORGED_VALUES.number
        : /time|date/.test(type)
          ? FORGED_VALUES.moment
          : type === 'boolean'
            ? true
            : FORGED_VALUES.text
    return [name, name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())].map((key) => [
      key,
      value,
    ])
  })
  return Object.fromEntries(columnValues) as Body
}

const createPlausibleFields = (): Body => ({
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
  roles: createRoles('all'),
  remarks: 'Approved by me.',
  ticketNumber: 'GP-2026-999999',
  referenceNumber: 'PAY-2026-999999',
  paymentMethod: 1,
  sandbox: false,
  isSuperAdmin: true,
  area: 'super-admin',
})

const OFFICE_FIELDS = ['tenantId', 'status', 'remarks', 'estimatedAmount']

/**
 * Fields that are different in every record, so they are not compared. The owner's id is compared, because an
 * attacker could try to change it.
 */
const IDENTITY_FIELDS = new RegExp(
  '^(id|postId|paymentId|replacedBy|policyHeaderId|amenityId|amenity|clientCode|email|url|src|thumb|screen|' +
    'txnId|done|key|code|returnUrl|paymentUrl|sequenceNumber|number|.*[a-z]Number)$',
)
const VOLATILE_VALUE_PATTERN = /^(\d{4}-\d\d-\d\dT[\d:.]+Z|Payment PY-[\d-]+)$/

/** Replaces the values of these fields by '<masked>', so that a field without a value still differs. */
function maskIdentity(responseBody: unknown): unknown {
  const maskedJson = JSON.stringify(responseBody, (key, value: unknown) =>
    value !== null && (IDENTITY_FIELDS.test(key) || VOLATILE_VALUE_PATTERN.test(String(value)))
      ? '<masked>'
      : value,
  )
  return JSON.parse(maskedJson) as unknown
}

test('no writing call answers differently when its body holds further fields', async () => {
  const { body: document } = await portal.nobody.get<ApiDocument>('/openapi.json')
  const valuesByColumn = await createValuesForAllColumns()
  expect(Object.keys(valuesByColumn).length).toBeGreaterThan(200)
  const checkedCalls = getWritingCalls().filter(({ path, method }) => document.paths[path]?.[method])
  const testedRoutes = new Set<string>()

  for (const { who, method, path, id, body, extraAllowedFields = [] } of checkedCalls) {
    const bodySchema = document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema ?? {}
    const allowedFields = new Set([...getPropertyNames(bodySchema), ...extraAllowedFields])
    // The API document lists these fields because the office may set them. Residents may not.
    if (who === 'resident') for (const name of OFFICE_FIELDS) allowedFields.delete(name)
    const removeAllowedFields = (candidateFields: Body) =>
      Object.fromEntries(Object.entries(candidateFields).filter(([name]) => !allowedFields.has(name)))
    const sendCall = async (extraFields: Body) => {
      const url = path.replace('/api', '').replace('{id}', String((await id?.()) ?? ''))
      return getCaller(who)[method](url, { ...extraFields, ...(await body()) })
    }
    const baselineResponse = await sendCall({})
    const label = `${who} ${method} ${path}`
    if (!(who === 'resident' && method === 'put' && baselineResponse.status === 400))
      expect([
        label,
        baselineResponse.status,
        baselineResponse.status < 300 ? '' : baselineResponse.body,
      ]).toEqual([label, expect.toSatisfy((s: number) => s < 300), ''])
    for (const forgedFields of [
      removeAllowedFields(valuesByColumn),
      removeAllowedFields(createPlausibleFields()),
    ]) {
      const forgedResponse = await sendCall(forgedFields)
      expect([label, forgedResponse.status, maskIdentity(forgedResponse.body)]).toEqual([
        label,
        baselineResponse.status,
        maskIdentity(baselineResponse.body),
      ])
    }
    testedRoutes.add(`${method} ${path}`)
  }

  const writingRoutes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => /post|put/.test(method))
      .map((method) => `${method} ${path}`),
  )
  expect(
    writingRoutes.filter(
      (call) => !testedRoutes.has(call) && !ROUTES_WITHOUT_RECORD.some((path) => path.test(call)),
    ),
  ).toEqual([])
  expect(await findTablesWithForgedValues()).toEqual([])
})

function getPropertyNames(schema: object): string[] {
  const {
    properties = {},
    anyOf = [],
    allOf = [],
  } = schema as { properties?: object; anyOf?: object[]; allOf?: object[] }
  return [...Object.keys(properties), ...[...anyOf, ...allOf].flatMap(getPropertyNames)]
}

async function findTablesWithForgedValues(): Promise<string[]> {
  const { pool } = portal.services
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const tablesWithForgedValues: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select from "${name}" t where to_jsonb(t)::text ~ $1 limit 1`, [
      `${FORGED_VALUES.text}|[^0-9]${FORGED_VALUES.number}[^0-9]|2001-02-03`,
    ])
    if (rowCount) tablesWithForgedValues.push(name)
  }
  return tablesWithForgedValues
}

test('control: the search for forged values finds a stored one', async () => {
  await resident.post('/feedback', { rate: 1, message: FORGED_VALUES.text })
  expect(await findTablesWithForgedValues()).toEqual(['feedbacks'])
})
