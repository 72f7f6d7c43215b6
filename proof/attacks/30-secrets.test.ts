import { expect, test } from 'vitest'
import { createToken } from '@tahanan/server/features/sessions/passwords/create-token.ts'
import { TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { turnOnSecondFactor } from '@tahanan/server/testing/authenticator.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'
import { POLLUTING_QUERY, POLLUTING_BODIES, SECRET_NAME, listStoredSecrets } from './secrets.ts'

/**
 * Tests attack 30 of docs/attacks.yaml: secrets in responses, and prototype pollution.
 * `30-secrets.deep.test.ts` tests every call.
 */
const METRICS_TOKEN = 'metrics-secret-33-long'
const CONNECTION_STRING = 'postgres://app:connection-secret-77@db/app'
const portal = await openTestPortal({ rateLimitPerMinute: 0, metricsToken: METRICS_TOKEN })
const ownerClient = await portal.as('client')
const adminClient = await portal.as('admin')
const superAdmin = await portal.as('super-admin')

interface Schema {
  readonly properties?: Readonly<Record<string, object>>
}
interface Operation {
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema?: object }> }>>
}

function getPropertyNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const ownNames = Object.keys((schema as Schema).properties ?? {})
  return [...ownNames, ...Object.values(schema).flatMap(getPropertyNames)]
}

/**
 * Calls that may return a field with a suspicious name: it is a boolean, the hash of a pass's code, or the
 * caller's own secret.
 */
const ALLOWED_SECRET_FIELDS = {
  token: ['/login', '/login/admin', '/login/super-admin', '/login/second-factor'],
  choosePassword: ['/login'],
  secret: ['/second-factor/begin', '/gate-enrolment'],
  hasPassword: ['/tenants', '/tenant/{id}', '/tenant', '/tenantIds'],
  tokenHash: ['/gate-scan', '/gate-events', '/gate-passes', '/gate-list'],
}

test('every answer follows a schema, and none of another field that could hold a secret', async () => {
  const { body } = await portal.nobody.get<{
    paths: Record<string, Record<string, Operation>>
    components: object
  }>('/openapi.json')
  const pathsByField: Record<string, Set<string>> = {}
  let responseCount = 0
  for (const [path, methods] of Object.entries(body.paths))
    for (const { responses } of Object.values(methods))
      for (const [status, { content }] of Object.entries(responses)) {
        const jsonContent = content?.['application/json']
        if (jsonContent)
          expect([path, status, jsonContent.schema]).toEqual([path, status, expect.any(Object)])
        for (const name of getPropertyNames(jsonContent?.schema).filter((name) => SECRET_NAME.test(name)))
          (pathsByField[name] ??= new Set()).add(path.replace('/api', ''))
        responseCount += 1
      }
  expect(responseCount).toBeGreaterThan(500)
  expect(Object.fromEntries(Object.entries(pathsByField).map(([name, paths]) => [name, [...paths]]))).toEqual(
    ALLOWED_SECRET_FIELDS,
  )
  expect(getPropertyNames(body.components).filter((name) => SECRET_NAME.test(name))).toEqual([])
})

test('no answer about accounts, sessions and settings holds a hash, a token, a secret or the connection string', async () => {
  await superAdmin.post('/website-settings', {
    settings: [{ name: 'mobileSettings', value: JSON.stringify({ appConnectionString: CONNECTION_STRING }) }],
  })
  const secrets = [METRICS_TOKEN, '$argon2', 'connection-secret']
  for (const caller of [adminClient, superAdmin]) {
    const { secret, recoveryCodes } = await turnOnSecondFactor(caller)
    secrets.push(secret, ...recoveryCodes)
  }
  for (const { area, id, token } of [ownerClient, adminClient, superAdmin])
    secrets.push(token, await createToken(portal.db, area, id, 1))
  secrets.push(...(await listStoredSecrets(portal)))

  const expectNoSecrets = async (
    caller: typeof ownerClient | typeof adminClient | typeof superAdmin,
    path: string,
  ) => {
    const { status, body } = await caller.get(path)
    const text = JSON.stringify(body)
    expect([path, status, secrets.filter((secret) => text.includes(secret))]).toEqual([path, 200, []])
  }
  const commonPaths = ['/me', '/sessions', '/public-website-settings']
  for (const path of [...commonPaths, `/tenant/${ownerClient.id}`]) await expectNoSecrets(ownerClient, path)
  for (const path of [...commonPaths, '/tenants', `/tenant/${ownerClient.id}`, '/tenantIds?all=1'])
    await expectNoSecrets(adminClient, path)
  for (const path of [
    ...commonPaths,
    '/website-settings',
    '/user-admins',
    `/user-admin/${adminClient.id}`,
    '/audit-log',
  ])
    await expectNoSecrets(superAdmin, path)
  const loginBody = { clientCode: ownerClient.account.clientCode, password: TEST_PASSWORD }
  const { status, body } = await portal.nobody.post('/login', loginBody)
  expect([status, secrets.filter((secret) => JSON.stringify(body).includes(secret))]).toEqual([200, []])
  // Proves that the search works: it finds the connection string in a setting that the super-administrator
  // may read.
  expect(JSON.stringify((await superAdmin.get('/mobile-settings')).body)).toContain(CONNECTION_STRING)
})

const sendFeedback = async (payload: string) => {
  const { statusCode } = await portal.app.inject({
    method: 'POST',
    url: '/api/feedback',
    headers: { authorization: `Bearer ${ownerClient.token}`, 'content-type': 'application/json' },
    payload: payload.replace('{', '{"rate":5,"message":"Good",'),
  })
  return statusCode
}

test('no body or query changes a prototype', async () => {
  // Proves that the body is refused only because of the prototype key: without this key it is accepted.
  expect(await sendFeedback('{"other":true}')).toBe(201)
  for (const payload of POLLUTING_BODIES)
    expect([payload, await sendFeedback(payload)]).toEqual([payload, 400])
  expect((await adminClient.get(`/deliveries?${POLLUTING_QUERY}`)).status).toBe(400)
  expect((await adminClient.get(`/me?${POLLUTING_QUERY}`)).status).toBe(200)
  expect(Object.keys(Object.prototype)).toEqual([])
  expect('polluted' in {}).toBe(false)
})
