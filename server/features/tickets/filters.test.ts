import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkAgainstModel, INSTANTS, type ModelRow } from '#testing/list-filters.ts'
import { openTestPortal } from '#testing/portal.ts'
import { getTicketFilters, getTicketTypes } from '@tahanan/contract/lists/filters.ts'
import { TICKET_SORTS, getTicketSorts } from '@tahanan/contract/tickets/define-module.ts'
import { getModule, MODULES } from '@tahanan/contract/tickets/index.ts'
import { DAY_MS, createTestTicket, type TicketListAnswer } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const officeAdmin = await portal.as('admin')
const workers = await Promise.all([portal.as('admin'), portal.as('admin', { roles: { gatepass: ['view'] } })])
const tenants = await Promise.all([
  portal.as('client', { clientCode: 'A-101', unitNumber: '7_B' }),
  portal.as('client', { clientCode: 'a-102', unitNumber: 'B-2' }),
  portal.as('client', { clientCode: 'B-1', unitNumber: 'Tower 1' }),
])

/**
 * Inserts tickets that together cover every value of every filter. The second administrator in `workers` may
 * not change tickets, so tickets assigned to that administrator count as unassigned.
 */
async function createRows(): Promise<(ModelRow & { module: string })[]> {
  const ticketRows = []
  for (let n = 0; n < 56; n++) {
    const module = n % 8 === 7 ? 'commendation' : 'gatePass'
    const [createdTime, mainTime] = [INSTANTS[(n * 5 + (n >> 3)) % 6]!, INSTANTS[(n + (n >> 2)) % 6]!]
    const [status, type, dueOffsetMs] = [
      (n * 3 + (n >> 3)) % 7,
      (n % 2) + 1,
      [0, -DAY_MS, DAY_MS][(n >> 2) % 3]!,
    ]
    const text = n % 4 === 0 ? 'Kalesa' : 'Bisiklo'
    const resident = tenants[n % 3]!
    const { id } = await createTestTicket(resident, module, {
      type,
      ...(module === 'gatePass' ? { bearerName: text } : { title: text }),
    })
    const assignee = [undefined, ...workers][(n >> 1) % 3]
    const { details } = await portal.db
      .selectFrom('tickets')
      .select('details')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await portal.db
      .updateTable('tickets')
      .set({
        status,
        created_at: new Date(createdTime),
        assignee_id: assignee?.id ?? null,
        due_at: dueOffsetMs === 0 ? null : new Date(Date.now() + dueOffsetMs),
        details: JSON.stringify({
          ...Object(details),
          ...(module === 'gatePass' && { dateOfUse: mainTime }),
        }),
      })
      .where('id', '=', id)
      .execute()
    ticketRows.push({
      id,
      module,
      status,
      created: createdTime,
      type: String(type),
      tenant: resident.account,
      text,
      main: module === 'gatePass' ? mainTime : null,
      ...(assignee === workers[0] && { assigneeId: workers[0].id }),
      isLate: dueOffsetMs < 0 && status <= 3,
    })
  }
  return ticketRows.filter(({ status }) => status !== 0)
}

const ticketRows = await createRows()
const gatePass = getModule('gatePass')
const commonFilters = { searchTerm: 'Kalesa', assignees: workers.map(({ id }) => String(id)) }

test('rows, total, tabs and CSV of a module agree with a plain model of every filter', async () => {
  const gatePassRows = ticketRows.filter(({ module }) => module === 'gatePass')
  const [keys, sorts] = [getTicketFilters(gatePass), getTicketSorts(gatePass)]
  const passListModel = { path: 'tickets', ids: 'ticketIds', rows: gatePassRows, keys, sorts, hasTabs: true }
  await checkAgainstModel(officeAdmin, { ...commonFilters, ...passListModel }, 50)
})

test('the Services list agrees with the model too', async () => {
  const servicesListModel = {
    path: 'services',
    rows: ticketRows,
    keys: getTicketFilters(),
    sorts: TICKET_SORTS,
    hasTabs: false,
  }
  await checkAgainstModel(officeAdmin, { ...commonFilters, ...servicesListModel }, 25)
})

test.each([
  ['tickets', 'form=2026-01-01', 'form', 'This list has no such filter.'],
  ['ticketIds', 'all=1&stauses=1', 'stauses', 'This list has no such filter.'],
  ['services', 'type=1', 'type', 'This list has no such filter.'],
  ['services', 'by=main', 'by', 'This list has no such filter.'],
  ['commendations', 'by=main', 'by', 'This list has no such filter.'],
  ['payments', 'late=1', 'late', 'This list has no such filter.'],
  ['payments', 'assigneeId=1', 'assigneeId', 'This list has no such filter.'],
  ['payments', 'statuses=6', 'statuses', 'These must be statuses, as 1,2.'],
  ['tickets', 'statuses=7', 'statuses', 'These must be statuses, as 1,2.'],
  ['commendations', 'type=3', 'type', 'This is not one of the choices.'],
  ['tickets', 'from=2026-02-31', 'from', 'There is no such day.'],
  ['tickets', 'to=31/01/2026', 'to', 'This must be a day, as 2026-03-14.'],
  ['tickets', 'from=2026-02-02&to=2026-02-01', 'to', 'The last day is before the first.'],
  ['tickets', `unit=${'x'.repeat(21)}`, 'unit', 'At most 20 characters.'],
  ['tickets', 'assigneeId=me', 'assigneeId', 'This must be an administrator.'],
])('/%s?%s is refused: %s', async (path, query, field, message) => {
  const { status, body } = await officeAdmin.get(`/${path}?${query}`)
  expect([status, body.errors]).toEqual([400, { [field]: [message] }])
})

test('no filter lets a resident read more, or learn about assignees', async () => {
  const [resident, otherResident] = [tenants[0]!, tenants[1]!]
  for (const query of [`tenantId=${otherResident.id}`, 'unit=B', 'late=1', 'assigneeId=0', 'statuses=1,2,3'])
    for (const path of ['tickets', 'services', 'payments']) {
      if (path === 'payments' && /late|assignee/.test(query)) continue
      const { status, body } = await resident.get(`/${path}?${query}`)
      expect([path, query, status]).toEqual([path, query, 400])
      expect(Object.values(body.errors)).toEqual([['Only the office filters by this.']])
    }
  const { body } = await resident.get<TicketListAnswer>('/services?limit=100')
  expect(new Set(body.data.map(({ tenantId }) => tenantId))).toEqual(new Set([resident.id]))
})

test('each type is counted from an index of its own', async () => {
  const moduleTypes = MODULES.flatMap((module) =>
    getTicketTypes(module).map(({ value }) => [module.name, value] as const),
  )
  expect(moduleTypes).not.toEqual([])
  const { rows: indexes } = await sql<{
    text: string
  }>`select pg_get_indexdef(indexrelid) as text from pg_index
    where indrelid = 'tickets'::regclass`.execute(portal.db)
  for (const [name, value] of moduleTypes)
    expect(indexes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(new RegExp(`module = '${name}'.*'type'.*= '${value}'`)),
    )
})
