import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_PASSWORD, makeAmenity } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { exampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { runAsAuditActor } from '../audit-actor.ts'
import { change } from '../services.ts'

/** Texts that the audit log must not contain (rules 12.17). */
const TYPED = ['typed-secret-111', 'typed-secret-222', 'postgres://user:typed-secret-333@db/app']
const VISITOR = 'Visitor Whose Name Is Private'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const superAdmin = await portal.as('super-admin')
const admin = await portal.as('admin')
const resident = await portal.as('client')

const [first = '', second = '', connection = ''] = TYPED

/** Returns a body valid for as many calls as possible, with secrets in all fields for them. */
async function bodyForAllCalls(): Promise<Record<string, unknown>> {
  const amenity = await makeAmenity(portal.db)
  return {
    name: 'Name',
    firstName: 'First',
    lastName: 'Last',
    email: `e-${amenity.id}@example.test`,
    password: first,
    password_confirmation: first,
    oldPassword: TEST_PASSWORD,
    newPassword: second,
    reNewPassword: second,
    code: '123456',
    token: second,
    title: 'Title',
    description: 'Text',
    content: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] },
    type: 'EVENTS',
    attachedUrl: 'https://example.test',
    url: 'https://example.test',
    header: 'Header',
    comment: 'Words',
    message: 'Words',
    date: '2026-01-01 09:00:00',
    memoNumber: '1',
    tenantId: resident.id,
    amenityId: amenity.id,
    clientCode: `C-${amenity.id}`,
    uoccname: 'Occupant',
    settings: [
      {
        name: 'mobileSettings',
        value: JSON.stringify({
          appTitle: `App ${amenity.id}`,
          appConnectionString: `${connection}${amenity.id}`,
        }),
      },
    ],
    services: [{ type: 'gatePass', status: 1, amount: amenity.id }],
  }
}

interface Calls {
  paths: Record<string, Record<string, unknown>>
}

test('the audit log contains no secret after all calls', async () => {
  // Successful changes, with the examples of the forms.
  for (const module of MODULES) {
    const body = {
      ...exampleBody(module, new Date(), 'Asia/Manila'),
      tenantId: resident.id,
      amenityId: (await makeAmenity(portal.db)).id,
      ...(module.name === 'visitor' && { visitorsName: VISITOR }),
    }
    const { status, body: made } = await admin.post(`/${module.path.one}`, body)
    expect([module.name, status]).toEqual([module.name, 201])
    await admin.put(`/${module.path.one}/${made.id}`, { status: 2, remarks: 'Fine.' })
  }
  const { body: added } = await superAdmin.post('/user-admin', await bodyForAllCalls())
  await superAdmin.put(`/user-admin/${added.id}`, { password: second, password_confirmation: second })
  await portal.nobody.post('/login/admin', { email: first, password: first })
  await portal.nobody.post('/login/admin', {
    email: (admin.account as { email?: string }).email,
    password: first,
  })

  // All calls with both accounts, with any answer, except calls that end the session or reset data.
  const { body: document } = await portal.nobody.get<Calls>('/openapi.json')
  for (const account of [admin, superAdmin]) {
    const spare = await portal.logIn(account.area, account.account)
    for (const [path, methods] of Object.entries(document.paths))
      for (const method of Object.keys(methods)) {
        if (/logout|reset-data|backups|sessions/.test(path)) continue
        const url = path.replaceAll(/\{\w+\}/g, '1')
        await portal.app.inject({
          method: method.toUpperCase() as 'POST',
          url,
          headers: { authorization: `Bearer ${spare.token}`, 'content-type': 'application/json' },
          ...(method !== 'get' && { payload: JSON.stringify(await bodyForAllCalls()) }),
        })
      }
  }

  // The columns of second factors.
  const totp = Buffer.from('the-sealed-totp-secret')
  await runAsAuditActor({ area: 'super-admin', id: 1, name: 'S', address: '::1' }, () =>
    change(portal.services, async (tx) => {
      await sql`update admins set totp_secret = ${totp}, totp_since = now(), totp_step = 987654321`.execute(
        tx,
      )
      await sql`update super_admins set totp_secret = ${totp}, totp_since = now()`.execute(tx)
      await sql`update tenants set password_hash = 'argon2-of-a-tenant'`.execute(tx)
    }),
  )

  const { rows } = await sql<{ text: string }>`select l::text as text from audit_log l`.execute(portal.db)
  const log = rows.map(({ text }) => text).join('\n')
  expect(rows.length).toBeGreaterThan(40)
  for (const word of ['"password": "changed"', '"second_factor": "set"', '"appConnectionString": "set"'])
    expect(log).toContain(word.replaceAll('"', '""'))

  const hashes = await sql<{ secret: string }>`
    select password_hash as secret from admins union select password_hash from super_admins
    union select password_hash from tenants where password_hash is not null
    union select encode(token_hash, 'hex') from sessions
    union select encode(token_hash, 'hex') from account_tokens
    union select encode(value, 'hex') from secrets
    union select encode(code_hash, 'hex') from recovery_codes
  `.execute(portal.db)
  const secrets = [
    ...TYPED,
    TEST_PASSWORD,
    admin.token,
    superAdmin.token,
    resident.token,
    'argon2',
    'typed-secret',
    totp.toString('hex'),
    '987654321',
    VISITOR,
    ...hashes.rows.map(({ secret }) => secret),
  ]
  for (const secret of secrets) expect(log.includes(secret), secret).toBe(false)
  for (const column of ['password_hash', 'token_hash', 'code_hash', 'totp_secret', 'digest'])
    expect(log.includes(column), column).toBe(false)
})
