import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DAY_MS, createTestTicket, insertTestFile, type Ticket } from '#features/tickets/testing.ts'
import { cleanFiles } from '#platform/files/clean-files.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ErrorAnswer } from '@tahanan/contract/answers.ts'
import type { RetentionPeriods } from '@tahanan/contract/privacy/periods-answer.ts'
import { INITIAL_RETENTION_DAYS } from '@tahanan/contract/privacy/retention-periods.ts'
import { releaseEarlier, withFailingFileDeletion } from '../testing-files.ts'
import { applyRetention } from './apply-retention.ts'
import { BATCH_SIZE, applyRule, countExpiredRows, RETENTION_RULES } from './rules.ts'

const portal = await openTestPortal()
const { db, services } = portal
const admin = await portal.as('admin')
const superAdmin = await portal.as('super-admin')

const addDays = (days: number, from = Date.now()): Date => new Date(from + days * DAY_MS)
const applyRetentionAt = (now: Date) => applyRetention(services, now)
const findRule = (table: string, period?: string) => {
  const rule = RETENTION_RULES.find(
    (retentionRule) => retentionRule.table === table && (!period || retentionRule.period === period),
  )
  if (!rule) throw new Error(`There is no rule for ${table}`)
  return rule
}

test('identity data of a visitor is removed 30 days after the visit, contacts after 90, and the history says so', async () => {
  const resident = await portal.as('client')
  const image = await insertTestFile(db, resident)
  const { id } = await createTestTicket(resident, 'visitor', { images: [image] })
  const otherTicketId = await createTestTicket(resident, 'jobOrder')
  const visitTime = Date.now() + 2 * DAY_MS
  const loadVisitor = async () =>
    (await admin.get<Ticket & { history: { fields: string[] }[] }>(`/visitor/${id}`)).body

  await applyRetentionAt(addDays(20, visitTime))
  expect((await loadVisitor()).images).toHaveLength(1)
  await applyRetentionAt(addDays(31, visitTime))
  const visitorAfter = await loadVisitor()
  expect(visitorAfter).toMatchObject({
    images: [],
    birthDate: null,
    visitorsName: 'Jun Bautista',
    email: 'jun@mail.test',
  })
  expect(visitorAfter.history[0]?.fields).toEqual(['birthDate', 'images'])
  expect(await db.selectFrom('files').select('key').where('key', '=', image.url).execute()).toEqual([])
  await applyRetentionAt(addDays(91, visitTime))
  expect(await loadVisitor()).toMatchObject({
    address: '',
    phoneNumber: '',
    email: '',
    visitorsName: 'Jun Bautista',
  })
  expect((await admin.get<Ticket>(`/request/${otherTicketId.id}`)).body.updated_at).toBe(
    otherTicketId.updated_at,
  )
})

test('if the files of erased fields cannot be deleted, the cleaner deletes them (rules 6.18)', async () => {
  const resident = await portal.as('client')
  const image = await insertTestFile(db, resident)
  await createTestTicket(resident, 'visitor', { images: [image] })
  const findOwner = () =>
    db.selectFrom('files').select(['owner_kind', 'owner_id']).where('key', '=', image.url).executeTakeFirst()
  expect(await findOwner()).toMatchObject({ owner_kind: 'ticket' })

  await withFailingFileDeletion(db, () =>
    applyRule(services, findRule('tickets', 'visitorIdentity'), 30, addDays(33)),
  )
  expect(await findOwner()).toEqual({ owner_kind: null, owner_id: null })
  await releaseEarlier(db, image.url)
  await cleanFiles(db, services.files)
  expect(await findOwner()).toBeUndefined()
})

test('names in the log of the gate and walk-ins are emptied, also of entries that name only workers', async () => {
  const { id } = await portal.as('client')
  await sql`insert into walk_ins (key, tenant_id, name, purpose, plate, admin_id, admin_name, call_at)
    values (gen_random_uuid(), ${id}, 'Maria Santos', 'Delivery', 'NBC 1234', 1, 'Guard', now())`.execute(db)
  for (const [name, workers] of [
    ['Ana Reyes', []],
    ['', ['Boy Santos']],
  ])
    await sql`insert into gate_events (key, tenant_id, kind, verdict, name, workers, note, admin_id, admin_name, at,
      device_at) values (gen_random_uuid(), ${id}, 'in', 'fine', ${name}, ${workers}::text[], '', 1, 'Guard', now(),
      now())`.execute(db)
  const loadPersonRows = async () => [
    ...(await db
      .selectFrom('walk_ins')
      .select(['name', 'purpose', 'plate'])
      .where('tenant_id', '=', id)
      .execute()),
    ...(await db
      .selectFrom('gate_events')
      .select(['name', 'workers'])
      .where('tenant_id', '=', id)
      .orderBy('id')
      .execute()),
  ]
  const personRowsBefore = await loadPersonRows()
  await applyRetentionAt(addDays(89))
  expect(await loadPersonRows()).toEqual(personRowsBefore)
  await applyRetentionAt(addDays(91))
  expect(await loadPersonRows()).toEqual([
    { name: '', purpose: '', plate: '' },
    { name: '', workers: [] },
    { name: '', workers: [] },
  ])
})

test('network addresses leave the audit log, and its entries stay', async () => {
  await portal.as('admin').then((newAdmin) => newAdmin.get('/audit-log'))
  const listEntries = () =>
    db.selectFrom('audit_log').select(['id', 'address', 'action']).where('address', 'is not', null).execute()
  const entriesBefore = await listEntries()
  expect(entriesBefore.length).toBeGreaterThan(0)
  await applyRetentionAt(addDays(91))
  expect(await listEntries()).toEqual([])
  const keptEntries = await db
    .selectFrom('audit_log')
    .select('action')
    .where('id', '=', entriesBefore[0]!.id)
    .execute()
  expect(keptEntries).toEqual([{ action: entriesBefore[0]!.action }])
})

test('a closed ticket goes after five years with its conversation and files; open ones stay', async () => {
  const resident = await portal.as('client')
  const image = await insertTestFile(db, resident)
  const closedTicket = await createTestTicket(resident, 'visitor', { images: [image] })
  const openTicket = await createTestTicket(resident, 'jobOrder')
  await admin.put(`/visitor/${closedTicket.id}`, { status: 6, remarks: 'No' })
  const listIds = async () =>
    (await db.selectFrom('tickets').select('id').where('tenant_id', '=', resident.id).execute()).map(
      ({ id }) => id,
    )
  await applyRetentionAt(addDays(1820))
  expect(await listIds()).toEqual(expect.arrayContaining([closedTicket.id, openTicket.id]))
  await applyRetentionAt(addDays(1830))
  expect(await listIds()).toEqual([openTicket.id])
  expect(await db.selectFrom('files').select('key').where('key', '=', image.url).execute()).toEqual([])
  expect(
    await db.selectFrom('ticket_events').select('id').where('ticket_id', '=', closedTicket.id).execute(),
  ).toEqual([])
})

test('a deleted account is erased after five years, but not while it is on hold', async () => {
  const residentOnHold = await portal.as('client')
  const resident = await portal.as('client')
  for (const { id } of [residentOnHold, resident]) await admin.delete(`/tenant/${id}`)
  await db
    .insertInto('erasure_holds')
    .values({ tenant_id: residentOnHold.id, reason: 'Court case' })
    .execute()
  await applyRetentionAt(addDays(1830))
  const findTenant = (id: number) =>
    db.selectFrom('tenants').select(['uoccname', 'email']).where('id', '=', id).executeTakeFirstOrThrow()
  expect(await findTenant(resident.id)).toEqual({ uoccname: `Erased tenant ${resident.id}`, email: '' })
  expect((await findTenant(residentOnHold.id)).uoccname).toBe(residentOnHold.account.uoccname)
})

test('an account that cannot be erased does not stop the erasure of later ones', async () => {
  const [failingResident, laterResident] = [await portal.as('client'), await portal.as('client')]
  for (const { id } of [failingResident, laterResident]) await admin.delete(`/tenant/${id}`)
  await sql`create function fail_erasure() returns trigger language plpgsql as
    $$ begin raise exception 'cannot be erased'; end $$`.execute(db)
  await sql`create trigger fail_erasure before update on tenants for each row
    when (old.id = ${sql.lit(failingResident.id)}) execute function fail_erasure()`.execute(db)
  await applyRetentionAt(addDays(1830))
  await sql`drop function fail_erasure cascade`.execute(db)
  const findName = async (id: number) =>
    (await db.selectFrom('tenants').select('uoccname').where('id', '=', id).executeTakeFirstOrThrow())
      .uoccname
  expect(await findName(failingResident.id)).toBe(failingResident.account.uoccname)
  expect(await findName(laterResident.id)).toBe(`Erased tenant ${laterResident.id}`)
  await applyRetentionAt(addDays(1830))
  expect(await findName(failingResident.id)).toBe(`Erased tenant ${failingResident.id}`)
})

test('more rows than a batch are removed in one run, a locked row in the next one', async () => {
  const { id } = await portal.as('client')
  await sql`insert into deliveries (purpose, area, reader_id, channel, state)
    select 'login details', 'client', ${id}, 'mail', 'sent' from generate_series(1, ${BATCH_SIZE + 5})`.execute(
    db,
  )
  const rule = findRule('deliveries')
  const countDueRows = () => countExpiredRows(db, rule, 90, addDays(91))
  expect(await countDueRows()).toBe(BATCH_SIZE + 5)
  await db.transaction().execute(async (tx) => {
    await sql`select id from deliveries where reader_id = ${id} limit 1 for update`.execute(tx)
    expect(await applyRule(services, rule, 90, addDays(91))).toBe(BATCH_SIZE + 4)
  })
  expect(await applyRule(services, rule, 90, addDays(91))).toBe(1)
  expect(await countDueRows()).toBe(0)
})

test('a process that stops ends the run after a batch, and begins no other rule', async () => {
  const { id } = await portal.as('client')
  await sql`insert into deliveries (purpose, area, reader_id, channel, state)
    select 'login details', 'client', ${id}, 'mail', 'sent' from generate_series(1, ${BATCH_SIZE + 5})`.execute(
    db,
  )
  const rule = findRule('deliveries')
  const stoppingContext = { ...services, isStopping: () => true }
  expect(await applyRetention(stoppingContext, addDays(91))).toBe(0)
  expect(await applyRule(stoppingContext, rule, 90, addDays(91))).toBe(BATCH_SIZE)
  expect(await applyRule(services, rule, 90, addDays(91))).toBe(5)
})

test('the audit log says what a run removed', async () => {
  await sql`insert into deliveries (purpose, area, reader_id, channel, state)
    values ('login details', 'client', 1, 'mail', 'sent')`.execute(db)
  await applyRetentionAt(addDays(91))
  const { detail, actor_area } = await db
    .selectFrom('audit_log')
    .select(['detail', 'actor_area'])
    .where('subject', '=', 'personal_data')
    .where('detail', 'like', '%mails%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect({ detail, actor_area }).toEqual({
    detail: '1 mails and push messages, older than 90 days.',
    actor_area: 'system',
  })
})

const getPeriods = async () => (await superAdmin.get<RetentionPeriods>('/retention-periods')).body

describe('the periods', () => {
  test('are those of the first start, for residents to read and the super-administrator to change', async () => {
    expect(await getPeriods()).toMatchObject(INITIAL_RETENTION_DAYS)
    expect((await (await portal.as('client')).get('/retention-periods')).status).toBe(200)
    expect((await superAdmin.put('/retention-periods', { gateLog: 100 })).status).toBe(200)
    expect(await getPeriods()).toMatchObject({ ...INITIAL_RETENTION_DAYS, gateLog: 100 })
  })

  test('stay within their bounds', async () => {
    const invalidPeriodsResponse = await superAdmin.put<ErrorAnswer>('/retention-periods', {
      visitorIdentity: 91,
      closedTickets: 'x',
    })
    expect(invalidPeriodsResponse.status).toBe(400)
    expect(invalidPeriodsResponse.body.errors).toEqual({
      visitorIdentity: ['Please input days from 1 to 90.'],
      closedTickets: ['Please input days from 365 to 3650.'],
    })
  })

  test('that become shorter say what they would remove, and are saved when confirmed', async () => {
    await sql`insert into deliveries (purpose, area, reader_id, channel, state, at)
      values ('login details', 'client', 1, 'mail', 'sent', now() - interval '40 days')`.execute(db)
    const unconfirmedResponse = await superAdmin.put<ErrorAnswer>('/retention-periods', { deliveries: 35 })
    expect([unconfirmedResponse.status, unconfirmedResponse.body.code]).toEqual([409, 'shorterPeriods'])
    expect(unconfirmedResponse.body.message).toContain(
      'Mail and push messages: to whom and when, 35 days: 1 mails and push messages',
    )
    expect((await getPeriods()).deliveries).toBe(90)
    expect((await superAdmin.put('/retention-periods', { deliveries: 35, confirmedRows: true })).status).toBe(
      200,
    )
    expect((await getPeriods()).deliveries).toBe(35)
  })

  test('are refused to one who saw older ones', async () => {
    const { updated_at } = await getPeriods()
    await superAdmin.put('/retention-periods', { gateLog: 120 })
    const staleResponse = await superAdmin.put<ErrorAnswer>('/retention-periods', {
      gateLog: 200,
      updated_at,
    })
    expect([staleResponse.status, staleResponse.body.code]).toEqual([409, 'conflict'])
  })
})
