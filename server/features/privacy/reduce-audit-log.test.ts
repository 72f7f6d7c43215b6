import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { reduceAuditLog } from './reduce-audit-log.ts'

const portal = await openTestPortal()
const { db } = portal
const { id, account } = await portal.as('client')
const { clientCode } = account

const add = (columns: Record<string, unknown>) =>
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
const read = ({ id: entry }: { id: number }) =>
  db
    .selectFrom('audit_log')
    .select(['actor_name', 'subject_name', 'before', 'after', 'detail'])
    .where('id', '=', entry)
    .executeTakeFirstOrThrow()
const toJson = (value: object) => JSON.stringify(value)

test('older entries lose personal values, and keep what is no personal value', async () => {
  const tenant = await add({
    subject_id: String(id),
    subject_name: `${clientCode} Ana Reyes`,
    before: toJson({ email: 'old@mail.test', status: 1 }),
    after: toJson({ email: 'new@mail.test', status: 0, password: 'changed' }),
  })
  const ticket = await add({
    subject: 'tickets',
    subject_name: 'VP-2026-000001',
    after: toJson({ details: ['email', 'images'], remarks: 'Call Ana', status: 2 }),
  })
  const comment = await add({
    subject: 'comments',
    subject_name: 'I am Ana',
    after: toJson({ comment: 'I am Ana' }),
  })
  const view = await add({
    action: 'viewed',
    subject: 'tickets',
    detail: 'Visitors.csv: APPROVED, search "ana"',
  })
  const mail = await add({ subject: 'deliveries', subject_name: 'For Ana', detail: 'mail to Ana Reyes' })
  const resident = await add({
    actor_area: 'client',
    actor_id: id,
    actor_name: 'Ana Reyes',
    subject: 'calls',
  })
  const setting = await add({
    subject: 'settings',
    subject_name: 'websiteName',
    after: toJson({ value: 'Palm Court' }),
  })
  const untouched = await read(setting)

  expect(await reduceAuditLog(db)).toBeGreaterThanOrEqual(6)

  expect(await read(tenant)).toMatchObject({
    subject_name: clientCode,
    before: { email: 'changed', status: 1 },
    after: { email: 'changed', status: 0, password: 'changed' },
  })
  expect(await read(ticket)).toMatchObject({
    subject_name: 'VP-2026-000001',
    after: { details: ['email', 'images'], remarks: 'changed', status: 2 },
  })
  expect(await read(comment)).toMatchObject({ subject_name: null, after: { comment: 'changed' } })
  expect((await read(view)).detail).toBe('Visitors.csv: APPROVED, ')
  expect(await read(mail)).toMatchObject({ subject_name: null, detail: 'mail' })
  expect((await read(resident)).actor_name).toBe('')
  expect(await read(setting)).toEqual(untouched)
  const { rows } = await sql`select from audit_log as a where a::text ~ '(Ana|@mail\\.test)'`.execute(db)
  expect(rows).toEqual([])
  expect(await reduceAuditLog(db)).toBe(0)
})

test('the super-administrator begins it, after a confirmation', async () => {
  const superAdmin = await portal.as('super-admin')
  expect((await superAdmin.post('/reduce-audit-log', {})).status).toBe(202)
  expect((await (await portal.as('admin')).post('/reduce-audit-log', {})).status).toBe(403)
})
