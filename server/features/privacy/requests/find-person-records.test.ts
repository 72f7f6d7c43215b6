import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTestTicket } from '#features/tickets/testing.ts'
import { listAuditLog } from '#testing/list-audit-log.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ErrorAnswer } from '@tahanan/contract/answers.ts'
import type { FoundPersonRecord, PrivacyRequest } from '@tahanan/contract/privacy-requests/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const officeAdmin = await portal.as('admin', {
  name: 'Liza Villanueva',
  roles: { privacy: ['view', 'answer'] },
})
const resident = await portal.as('client', { uoccname: 'Ana Reyes' })
const searchPerson = async (term: string) => {
  const { status, body } = await officeAdmin.post<{ data: FoundPersonRecord[] }>('/privacy-search', { term })
  expect([term, status]).toEqual([term, 200])
  return body.data
}
const listSearchAuditEntries = () =>
  listAuditLog(db, { action: 'viewed', actor_id: officeAdmin.id, detail: 'Search for a person' })
const listFoundIds = async (term: string) => (await searchPerson(term)).map(({ kind, id }) => `${kind} ${id}`)

const visitor = await createTestTicket(resident, 'visitor', {
  visitorsName: 'José Peña',
  phoneNumber: '09175550144',
  email: 'jose.pena@mail.test',
  purposeOfVisit: 'Brings a cake',
})
const permit = await createTestTicket(resident, 'workPermit', {
  contractors: [
    { name: 'Bong Salonga', information: 'Painter, +63 918 555 0177' },
    { name: 'Dodong Lim', information: 'Helper' },
  ],
})
const createWalkIn = (name: string) => ({
  key: randomUUID(),
  tenant_id: resident.id,
  name,
  purpose: 'Delivery',
  call_at: new Date(),
  admin_id: officeAdmin.id,
  admin_name: 'Guard',
})
const walkIn = await db
  .insertInto('walk_ins')
  .values(createWalkIn('Bong Salonga'))
  .returning('id')
  .executeTakeFirstOrThrow()
const entry = await db
  .insertInto('gate_events')
  .values({
    key: randomUUID(),
    kind: 'in',
    verdict: 'mayEnter',
    workers: ['Bong Salonga', 'Dodong Lim'],
    at: new Date(),
    device_at: new Date(),
    admin_id: officeAdmin.id,
    admin_name: 'Guard',
  })
  .returning('id')
  .executeTakeFirstOrThrow()

describe('a search for a person without an account', () => {
  test.each([
    ['jose pena', [`ticket ${visitor.id}`]],
    ['+63 917-555-0144', [`ticket ${visitor.id}`]],
    ['jose.pena@mail.test', [`ticket ${visitor.id}`]],
    ['0918 555 0177', [`ticket ${permit.id}`]],
    ['dodong', [`gateEvent ${entry.id}`, `ticket ${permit.id}`]],
    ['cake', []],
    ['Ana Reyes', []],
    ['100%', []],
    ["' or 1=1 --", []],
  ])('for %s', async (term, ids) => {
    expect(await listFoundIds(term)).toEqual(ids)
  })

  test('finds two people of a name in all kinds of records, also in deleted tickets', async () => {
    await db.updateTable('tickets').set({ status: STATUS.deleted }).where('id', '=', permit.id).execute()
    expect((await listFoundIds('SALONGA')).toSorted()).toEqual([
      `gateEvent ${entry.id}`,
      `ticket ${permit.id}`,
      `walkIn ${walkIn.id}`,
    ])
  })

  test('is refused with fewer than three letters', async () => {
    for (const term of ['', 'ab', '   ', '%%%', '...', 'x'.repeat(101), 7, ['abc'], null])
      expect((await officeAdmin.post('/privacy-search', { term })).status).toBe(400)
  })

  test('answers fifty at most, the newest first', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => createWalkIn(`Marites ${index}`))
    await db.insertInto('walk_ins').values(rows).execute()
    const foundRecords = await searchPerson('marites')
    expect(foundRecords).toHaveLength(50)
    expect(foundRecords[0]?.name).toBe('Marites 59')
  })

  test('is in the audit log, with the tickets that it showed', async () => {
    await searchPerson('jose')
    await expect
      .poll(async () =>
        (await listSearchAuditEntries()).map(({ subject, subject_id }) => `${subject} ${subject_id}`),
      )
      .toContain(`tickets ${visitor.id}`)
    expect((await listSearchAuditEntries()).map(({ subject_name }) => subject_name)).toContain(
      'Search for a person',
    )
  })

  test('is in the audit log with walk-ins and entries of each search, also within the same hour', async () => {
    await searchPerson('nobody at all')
    await searchPerson('salonga')
    await expect
      .poll(async () => (await listSearchAuditEntries()).map(({ subject_name }) => subject_name))
      .toEqual(expect.arrayContaining([`Walk-in ${walkIn.id}`, `Entry at the gate ${entry.id}`]))
  })
})

describe('the records of a request', () => {
  const person = { personName: 'Bong Salonga', contact: '0918 555 0177', kind: 'copy' }
  const createRequest = (records: unknown) =>
    officeAdmin.post<PrivacyRequest & Partial<ErrorAnswer>>('/privacy-request', { ...person, records })

  test('are those that the office chose, each once, with labels of the server', async () => {
    const chosenRecord = { kind: 'walkIn', id: walkIn.id, label: 'Forged' }
    const { status, body } = await createRequest([chosenRecord, chosenRecord])
    expect([status, body.records]).toEqual([
      201,
      [{ kind: 'walkIn', id: walkIn.id, label: expect.stringMatching(/^Walk-in: Bong Salonga, /) }],
    ])
    expect((await createRequest(undefined)).body.records).toEqual([])
  })

  test.each([
    ['of another kind', [{ kind: 'tenant', id: 1 }]],
    ['without an id', [{ kind: 'ticket' }]],
    ['no list', { kind: 'ticket', id: 1 }],
    ['that does not exist', [{ kind: 'ticket', id: 999_999 }]],
    ['with too great an id', [{ kind: 'ticket', id: 2 ** 60 }]],
    ['51', Array.from({ length: 51 }, (_, id) => ({ kind: 'ticket', id: id + 1 }))],
  ])('%s are refused', async (_, records) => {
    const { status, body } = await createRequest(records)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['records']])
  })
})
