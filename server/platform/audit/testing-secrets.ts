import { sql } from 'kysely'
import { expect } from 'vitest'
import { TEST_PASSWORD, createTestAmenity } from '#testing/accounts.ts'
import type { TestPortal } from '#testing/portal.ts'
import { runInTransaction } from '../platform-context.ts'
import { runAsAuditActor } from '../run-as-audit-actor.ts'

/** Texts that the audit log must not contain (rules 12.17). */
const TYPED_SECRETS = ['typed-secret-111', 'typed-secret-222', 'postgres://user:typed-secret-333@db/app']
export const VISITOR_NAME = 'Visitor Whose Name Is Private'
export const [FIRST_SECRET = '', SECOND_SECRET = '', CONNECTION_SECRET = ''] = TYPED_SECRETS

export async function createBodyForAllCalls(
  portal: TestPortal,
  tenantId: number,
): Promise<Record<string, unknown>> {
  const amenity = await createTestAmenity(portal.db)
  return {
    name: 'Name',
    firstName: 'First',
    lastName: 'Last',
    email: `e-${amenity.id}@example.test`,
    password: FIRST_SECRET,
    password_confirmation: FIRST_SECRET,
    oldPassword: TEST_PASSWORD,
    newPassword: SECOND_SECRET,
    reNewPassword: SECOND_SECRET,
    code: '123456',
    token: SECOND_SECRET,
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
    tenantId,
    amenityId: amenity.id,
    clientCode: `C-${amenity.id}`,
    uoccname: 'Occupant',
    settings: [
      {
        name: 'mobileSettings',
        value: JSON.stringify({
          appTitle: `App ${amenity.id}`,
          appConnectionString: `${CONNECTION_SECRET}${amenity.id}`,
        }),
      },
    ],
    services: [{ type: 'gatePass', status: 1, amount: amenity.id }],
  }
}

export async function expectNoSecrets(portal: TestPortal, tokens: readonly string[]): Promise<void> {
  const sealedTotpSecret = Buffer.from('the-sealed-totp-secret')
  await runAsAuditActor({ area: 'super-admin', id: 1, name: 'S', address: '::1' }, () =>
    runInTransaction(portal.services, async (tx) => {
      await sql`update admins set totp_secret = ${sealedTotpSecret}, totp_since = now(), totp_step = 987654321`.execute(
        tx,
      )
      await sql`update super_admins set totp_secret = ${sealedTotpSecret}, totp_since = now()`.execute(tx)
      await sql`update tenants set password_hash = 'argon2-of-a-tenant'`.execute(tx)
    }),
  )

  const { rows } = await sql<{ text: string }>`select l::text as text from audit_log l`.execute(portal.db)
  const log = rows.map(({ text }) => text).join('\n')
  for (const loggedText of [
    '"password": "changed"',
    '"second_factor": "set"',
    '"appConnectionString": "set"',
  ])
    expect(log).toContain(loggedText.replaceAll('"', '""'))

  const hashResult = await sql<{ secret: string }>`
    select password_hash as secret from admins union select password_hash from super_admins
    union select password_hash from tenants where password_hash is not null
    union select encode(token_hash, 'hex') from sessions
    union select encode(token_hash, 'hex') from account_tokens
    union select encode(value, 'hex') from secrets
    union select encode(code_hash, 'hex') from recovery_codes
  `.execute(portal.db)
  const secrets = [
    ...TYPED_SECRETS,
    TEST_PASSWORD,
    ...tokens,
    'argon2',
    'typed-secret',
    sealedTotpSecret.toString('hex'),
    '987654321',
    VISITOR_NAME,
    ...hashResult.rows.map(({ secret }) => secret),
  ]
  for (const secret of secrets) expect(log.includes(secret), secret).toBe(false)
  for (const column of ['password_hash', 'token_hash', 'code_hash', 'totp_secret', 'digest'])
    expect(log.includes(column), column).toBe(false)
}
