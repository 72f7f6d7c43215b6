import { beforeEach, describe, expect, test } from 'vitest'
import { createTestTicket, type Ticket } from '#features/tickets/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import type { DueRule, Holiday, OfficeHours } from '@tahanan/contract/settings/answers.ts'
import { addOfficeHours, DEFAULT_OFFICE_WEEK } from '@tahanan/contract/settings/office-hours.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const admin = await portal.as('admin')
const resident = await portal.as('client')

beforeEach(async () => {
  for (const table of ['due_rules', 'holidays'] as const) await db.deleteFrom(table).execute()
  await db.deleteFrom('settings').where('name', '=', 'officeHours').execute()
})

const addRule = (body: object) => admin.post<DueRule>('/due-rule', body)
const fileAndGetDueTime = async (name: string, ticketFields: object = {}) => {
  const startedAt = new Date()
  const { id } = await createTestTicket(resident, name, ticketFields)
  const filingTimes = [startedAt, new Date()] as const
  const { due_at } = (await admin.get<Ticket>(`/${getModule(name).path.one}/${id}`)).body
  return { filed: filingTimes, due: due_at ?? null, id }
}

function expectDueTime(
  { filed, due }: Awaited<ReturnType<typeof fileAndGetDueTime>>,
  hours: number,
  holidays: string[] = [],
) {
  const calendar = { week: DEFAULT_OFFICE_WEEK, holidays: new Set(holidays), timeZone: 'Asia/Manila' }
  const [earliest = 0, latest = 0] = filed.map((at) => addOfficeHours(at, hours, calendar).getTime())
  const dueAt = new Date(String(due)).getTime()
  expect(dueAt).toBeGreaterThanOrEqual(earliest)
  expect(dueAt).toBeLessThanOrEqual(latest)
}

describe('a due rule', () => {
  test('counts for tickets filed after it, and its changes do too', async () => {
    const ticketWithoutRule = await fileAndGetDueTime('gatePass')
    expect(ticketWithoutRule.due).toBeNull()
    const { status, body } = await addRule({ module: 'gatePass', hours: 8 })
    expect([status, body]).toEqual([201, { id: body.id, module: 'gatePass', type: null, hours: 8 }])
    const ticketWithRule = await fileAndGetDueTime('gatePass')
    expectDueTime(ticketWithRule, 8)
    expect((await fileAndGetDueTime('visitor')).due).toBeNull()
    await admin.put(`/due-rule/${body.id}`, { hours: 40 })
    expectDueTime(await fileAndGetDueTime('gatePass'), 40)
    await admin.delete(`/due-rule/${body.id}`)
    expect((await fileAndGetDueTime('gatePass')).due).toBeNull()
    expect((await admin.get<Ticket>(`/ticket/${ticketWithRule.id}`)).body.due_at).toBe(ticketWithRule.due)
  })

  test('of a type counts before that of its module', async () => {
    await addRule({ module: 'gatePass', hours: 8 })
    await addRule({ module: 'gatePass', type: '2', hours: 3 })
    expectDueTime(await fileAndGetDueTime('gatePass', { type: 1 }), 8)
    expectDueTime(await fileAndGetDueTime('gatePass', { type: 2 }), 3)
    expect((await admin.get<DueRule[]>('/due-rules')).body.map(({ type, hours }) => [type, hours])).toEqual([
      [null, 8],
      ['2', 3],
    ])
  })

  test.each([
    [{ module: 'gatePass', hours: 0 }, 'hours', 'Please input whole office hours, from 1 to 2000.'],
    [{ module: 'gatePass', hours: 2001 }, 'hours', 'Please input whole office hours, from 1 to 2000.'],
    [{ module: 'gatePass', hours: 1.5 }, 'hours', 'Please input whole office hours, from 1 to 2000.'],
    [{ module: 'gatePass' }, 'hours', 'Please input whole office hours, from 1 to 2000.'],
    [{ module: 'laundry', hours: 8 }, 'module', 'There is no such service.'],
    [{ hours: 8 }, 'module', 'Please choose a service.'],
    [{ module: 'gatePass', type: '9', hours: 8 }, 'type', 'There is no such type.'],
    [{ module: 'visitor', type: '1', hours: 8 }, 'type', 'There is no such type.'],
  ])('%j is refused in words', async (body, field, message) => {
    const ruleResponse = await addRule(body)
    expect([ruleResponse.status, ruleResponse.body]).toMatchObject([400, { errors: { [field]: [message] } }])
    expect((await admin.get('/due-rules')).body).toEqual([])
  })

  test('is one for each module and type, also of two added at once', async () => {
    const ruleResponses = await Promise.all([1, 2, 3].map((hours) => addRule({ module: 'gatePass', hours })))
    expect(ruleResponses.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
    expect(ruleResponses.find(({ status }) => status === 400)?.body).toMatchObject({
      errors: { module: ['There is a rule for this already. Please change its hours.'] },
    })
    expect((await admin.put('/due-rule/999999', { hours: 5 })).status).toBe(404)
    expect((await admin.delete('/due-rule/999999')).status).toBe(404)
  })

  test('is in the audit log', async () => {
    const { id } = (await addRule({ module: 'gatePass', hours: 5 })).body
    await admin.put(`/due-rule/${id}`, { hours: 6 })
    const superAdmin = await portal.as('super-admin')
    const listAuditEntries = async () =>
      (await superAdmin.get<ListOf<AuditEntry>>(`/audit-log?subject=due_rules:${id}`)).body.data
    expect(await listAuditEntries()).toMatchObject([
      { action: 'change', before: { hours: 5 }, after: { hours: 6 } },
      { after: { hours: 5 } },
    ])
  })
})

describe('office hours', () => {
  test('are those of a usual week until others are saved', async () => {
    expect((await admin.get<OfficeHours>('/office-hours')).body.week).toEqual(DEFAULT_OFFICE_WEEK)
    const week = [...DEFAULT_OFFICE_WEEK.slice(0, 6), null]
    expect((await admin.put('/office-hours', { week })).status).toBe(200)
    expect((await admin.get<OfficeHours>('/office-hours')).body.week).toEqual(week)
  })

  test('decide when a ticket is due', async () => {
    await addRule({ module: 'gatePass', hours: 1 })
    const day = new Date(Date.now() + 8 * 3_600_000 + 2 * 86_400_000)
    const closedWeek = Array.from({ length: 7 }, (_, weekday) =>
      weekday === day.getUTCDay() ? { opens: '10:00', closes: '11:00' } : null,
    )
    await admin.put('/office-hours', { week: closedWeek })
    expect((await fileAndGetDueTime('gatePass')).due).toBe(`${day.toISOString().slice(0, 10)}T03:00:00.000Z`)
  })

  test('of two pages that were open at the same time only one is saved, and the other learns whose', async () => {
    const colleague = await portal.as('admin', { name: 'Liza Villanueva' })
    const { week, updated_at } = (await admin.get<OfficeHours>('/office-hours')).body
    const saveOfficeHours = (caller: typeof admin, day: object) =>
      caller.put('/office-hours', { week: [day, ...week.slice(1)], updated_at })
    expect((await saveOfficeHours(colleague, { opens: '09:00', closes: '10:00' })).status).toBe(200)
    const refusedReply = await saveOfficeHours(admin, { opens: '10:00', closes: '11:00' })
    expect([refusedReply.status, refusedReply.body]).toMatchObject([
      409,
      { change: 'Liza Villanueva changed it.' },
    ])
    const now = (await admin.get<OfficeHours>('/office-hours')).body
    expect(now.week[0]).toEqual({ opens: '09:00', closes: '10:00' })
    const hoursResponses = await Promise.all(
      ['10:00', '11:00'].map((closes) =>
        admin.put('/office-hours', { ...now, week: [{ opens: '09:00', closes }, ...week.slice(1)] }),
      ),
    )
    expect(hoursResponses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  const workday = { opens: '08:00', closes: '17:00' }
  test.each([
    [Array.from({ length: 7 }, () => null), 'week', 'Please keep at least one day with office hours.'],
    [[workday], 'week', 'Please send seven days, from Sunday.'],
    [
      [null, { opens: '17:00', closes: '08:00' }, null, null, null, null, null],
      'week.1',
      'Monday closes before it opens.',
    ],
    [
      [null, { opens: '08:00', closes: '08:00' }, null, null, null, null, null],
      'week.1',
      'Monday closes before it opens.',
    ],
    [
      [null, { opens: '08:00', closes: '24:30' }, null, null, null, null, null],
      'week.1',
      'Please input both times.',
    ],
  ])('%j are refused in words', async (week, field, message) => {
    const hoursResponse = await admin.put('/office-hours', { week })
    expect([hoursResponse.status, hoursResponse.body]).toMatchObject([
      400,
      { errors: { [field]: [message] } },
    ])
    expect((await admin.get<OfficeHours>('/office-hours')).body.week).toEqual(DEFAULT_OFFICE_WEEK)
  })
})

describe('holidays', () => {
  test('move due times', async () => {
    await addRule({ module: 'gatePass', hours: 2 })
    const days = [0, 1, 2, 3].map((daysAhead) =>
      new Date(Date.now() + 8 * 3_600_000 + daysAhead * 86_400_000).toISOString().slice(0, 10),
    )
    for (const date of days) expect((await admin.post('/holiday', { date, name: 'Fiesta' })).status).toBe(201)
    expectDueTime(await fileAndGetDueTime('gatePass'), 2, days)
  })

  test.each([
    [{ date: '2026-02-30', name: 'Fiesta' }, 'date', 'There is no such day.'],
    [{ date: 'tomorrow', name: 'Fiesta' }, 'date', 'This is not a date.'],
    [{ name: 'Fiesta' }, 'date', 'Please input a date.'],
    [{ date: '2026-05-01', name: ' ' }, 'name', 'Please input a name.'],
  ])('%j is refused in words', async (body, field, message) => {
    const holidayResponse = await admin.post('/holiday', body)
    expect([holidayResponse.status, holidayResponse.body]).toMatchObject([
      400,
      { errors: { [field]: [message] } },
    ])
  })

  test('a day has one', async () => {
    const addHoliday = (name: string) => admin.post('/holiday', { date: '2026-02-25', name })
    expect((await addHoliday('EDSA')).status).toBe(201)
    expect(await addHoliday('Special day')).toMatchObject({
      status: 400,
      body: { errors: { date: ['There is a holiday on this day already.'] } },
    })
    expect((await admin.delete('/holiday/2026-02-25')).status).toBe(200)
    expect((await admin.delete('/holiday/2026-02-25')).status).toBe(404)
    expect((await admin.delete('/holiday/nonsense')).status).toBe(404)
  })

  test('of a Philippine year are added once and keep other names', async () => {
    await admin.post('/holiday', { date: '2026-12-25', name: ' Pasko\u200b\n' })
    expect((await admin.post('/philippine-holidays', { year: 2026 })).body).toEqual({ added: 13 })
    expect((await admin.post('/philippine-holidays', { year: 2026 })).body).toEqual({ added: 0 })
    const holidays = (await admin.get<Holiday[]>('/holidays')).body
    expect(holidays).toHaveLength(14)
    const dates = holidays.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted())
    expect(holidays).toContainEqual({ date: '2026-12-25', name: 'Pasko' })
    expect(holidays).toContainEqual({ date: '2026-04-03', name: 'Good Friday' })
    expect((await admin.post('/philippine-holidays', { year: 0 })).status).toBe(400)
  })
})
