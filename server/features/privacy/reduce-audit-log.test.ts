import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { reduceAuditLog } from './reduce-audit-log.ts'

const portal = await openTestPortal()
const { db } = portal
const { id, account } = await portal.as('client')
const { clientCode } = account

const addAuditEntry = (columns: Record<string, unknown>) =>
  db
    .insertInto('audit_log')
    .values({
      actor_area: 'admin',
      actor_name: 'Lea Cruz',
      action: 'change',
      subject: 'tenants',
      ...columns,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
const findAuditEntry = ({ id: entry }: { id: number }) =>
  db
    .selectFrom('audit_log')
    .select(['actor_name', 'subject_name', 'before', 'after', 'detail'])
    .where('id', '=', entry)
    .executeTakeFirstOrThrow()
const toJson = (value: object) => JSON.stringify(value)

test('older entries lose personal values, and keep what is no personal value', async () => {
  const tenant = await addAuditEntry({
    subject_id: String(id),
    subject_name: `${clientCode} Ana Reyes`,
    before: toJson({ email: 'old@mail.test', status: 1 }),
    after: toJson({ email: 'new@mail.test', status: 0, password: 'changed' }),
  })
  const ticket = await addAuditEntry({
    subject: 'tickets',
    subject_name: 'VP-2026-000001',
    after: toJson({ details: ['email', 'images'], remarks: 'Call Ana', status: 2 }),
  })
  const comment = await addAuditEntry({
    subject: 'comments',
    subject_name: 'I am Ana',
    after: toJson({ comment: 'I am Ana' }),
  })
  const view = await addAuditEntry({
    action: 'viewed',
    subject: 'tickets',
    detail: 'Visitors.csv: APPROVED, search "ana"',
  })
  const mail = await addAuditEntry({
    subject: 'deliveries',
    subject_name: 'For Ana',
    detail: 'mail to Ana Reyes',
  })
  const resident = await addAuditEntry({
    actor_area: 'client',
    actor_id: id,
    actor_name: 'Ana Reyes',
    subject: 'calls',
  })
  const setting = await addAuditEntry({
    subject: 'settings',
    subject_name: 'websiteName',
    after: toJson({ value: 'Palm Court' }),
  })
  const untouchedEntry = await findAuditEntry(setting)

  expect(await reduceAuditLog(db)).toBeGreaterThanOrEqual(6)

  expect(await findAuditEntry(tenant)).toMatchObject({
    subject_name: clientCode,
    before: { email: 'changed', status: 1 },
    after: { email: 'changed', status: 0, password: 'changed' },
  })
  expect(await findAuditEntry(ticket)).toMatchObject({
    subject_name: 'VP-2026-000001',
    after: { details: ['email', 'images'], remarks: 'changed', status: 2 },
  })
  expect(await findAuditEntry(comment)).toMatchObject({ subject_name: null, after: { comment: 'changed' } })
  expect((await findAuditEntry(view)).detail).toBe('Visitors.csv: APPROVED, ')
  expect(await findAuditEntry(mail)).toMatchObject({ subject_name: null, detail: 'mail' })
  expect((await findAuditEntry(resident)).actor_name).toBe('')
  expect(await findAuditEntry(setting)).toEqual(untouchedEntry)
  const { rows } = await sql`select from audit_log as a where a::text ~ '(Ana|@mail\\.test)'`.execute(db)
  expect(rows).toEqual([])
  expect(await reduceAuditLog(db)).toBe(0)
})

test('the super-administrator begins it, after a confirmation', async () => {
  const superAdmin = await portal.as('super-admin')
  expect((await superAdmin.post('/reduce-audit-log', {})).status).toBe(202)
  expect((await (await portal.as('admin')).post('/reduce-audit-log', {})).status).toBe(403)
})
