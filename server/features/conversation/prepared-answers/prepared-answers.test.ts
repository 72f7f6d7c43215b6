import { beforeEach, expect, test } from 'vitest'
import { createLedgerCalls } from '#features/ledger/testing.ts'
import { createTestTicket } from '#features/tickets/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { PreparedAnswer } from '@tahanan/contract/conversation/answers.ts'

const portal = await openTestPortal()
const officeAdmin = await portal.as('admin')
const resident = await portal.as('client', { uoccname: 'Reyes, Maria', clientCode: 'A-101' })
beforeEach(async () => {
  await portal.db.deleteFrom('prepared_answers').execute()
})

const addAnswer = (body: object) => officeAdmin.post<PreparedAnswer>('/prepared-answer', body)
const listAnswers = async (caller: LoggedInCaller, query = '') =>
  (await caller.get<{ data: PreparedAnswer[] }>(`/prepared-answers${query}`)).body.data
const toQuery = (kind: string, id: number) => `?kind=${kind}&id=${id}`

test('are filled in for the tenant of a record, where its page offers them', async () => {
  const text = 'Dear {name} ({clientCode}): {amount} by {dueDate}, {leftToPay} in all.'
  expect((await addAnswer({ title: 'Money', text, page: 'payments' })).body).toMatchObject({
    text,
    page: 'payments',
  })
  await addAnswer({ title: 'anywhere', text: 'Dear {name}' })
  await addAnswer({ title: 'Faucets', text: 'For job orders', page: 'orders' })
  expect((await listAnswers(officeAdmin)).map(({ title }) => title)).toEqual(['anywhere', 'Faucets', 'Money'])
  const { id } = await createTestTicket(resident, 'jobOrder')
  expect((await listAnswers(officeAdmin, toQuery('ticket', id))).map((answer) => answer.text)).toEqual([
    'Dear Reyes, Maria',
    'For job orders',
  ])
  await portal.db.updateTable('prepared_answers').set({ page: null }).where('title', '=', 'Money').execute()
  const getFilledText = async () =>
    (await listAnswers(officeAdmin, toQuery('tenant', resident.id))).at(-1)?.text
  expect(await getFilledText()).toBe('Dear Reyes, Maria (A-101): ₱0.00 by –, ₱0.00 in all.')
  await createLedgerCalls(portal, officeAdmin).importStatement(resident, 1500, '2026-10-01', '2026-10-31')
  expect(await getFilledText()).toBe(
    'Dear Reyes, Maria (A-101): ₱1,500.00 by 31 October 2026, ₱1,500.00 in all.',
  )
})

test('need a flag of the settings, or for a record one that changes it', async () => {
  const { id } = await createTestTicket(resident, 'gatePass')
  const guard = await portal.as('admin', { roles: { gatepass: ['view', 'ongoing'] } })
  expect((await guard.get('/prepared-answers')).status).toBe(403)
  expect((await guard.get(`/prepared-answers${toQuery('ticket', id)}`)).status).toBe(200)
  expect((await guard.get(`/prepared-answers${toQuery('tenant', resident.id)}`)).status).toBe(403)
  expect((await guard.get(`/prepared-answers${toQuery('ticket', 999_999)}`)).status).toBe(404)
  expect((await resident.get('/prepared-answers')).status).toBe(403)
})

test('with an amount, a due date or what is left to pay are offered only to those who see balances', async () => {
  for (const placeholder of ['amount', 'dueDate', 'leftToPay', 'name'])
    await addAnswer({ title: placeholder, text: `About {${placeholder}}` })
  const { id } = await createTestTicket(resident, 'gatePass')
  const listOfferedAnswers = async (roles: Record<string, string[]>) => {
    const writer = await portal.as('admin', { roles: { gatepass: ['view', 'ongoing'], ...roles } })
    return (await listAnswers(writer, toQuery('ticket', id))).map(({ title }) => title)
  }
  expect(await listOfferedAnswers({})).toEqual(['name'])
  for (const page of ['tenants', 'billings', 'payments'])
    expect(await listOfferedAnswers({ [page]: ['view'] })).toEqual(['amount', 'dueDate', 'leftToPay', 'name'])
})

test('of a title that is taken already are refused, in any case', async () => {
  const { body } = await addAnswer({ title: 'Parking', text: 'By the gate.' })
  const errors = { title: ['There is an answer with this title already.'] }
  const repeatedTitleResponse = await addAnswer({ title: 'PARKING', text: 'Twice' })
  expect([repeatedTitleResponse.status, Reflect.get(repeatedTitleResponse.body, 'errors')]).toEqual([
    400,
    errors,
  ])
  const otherAnswer = (await addAnswer({ title: 'Parking fees', text: 'None.' })).body
  const renameReply = await officeAdmin.put(`/prepared-answer/${otherAnswer.id}`, { title: 'parking' })
  expect([renameReply.status, renameReply.body.errors]).toEqual([400, errors])
  expect((await officeAdmin.put(`/prepared-answer/${body.id}`, { title: 'PARKING' })).status).toBe(200)
})

test.each([
  [{ title: 'Bad', text: 'Dear {nmae}' }, { text: ['There is no placeholder {nmae}.'] }],
  [{ title: 'Bad', text: 'Dear {}' }, { text: ['There is no placeholder {}.'] }],
  [
    { title: '', text: '' },
    { title: ['Please input your title!'], text: ['Please input your text!'] },
  ],
])('%j is refused in words', async (body, errors) => {
  const addResponse = await addAnswer(body)
  expect([addResponse.status, Reflect.get(addResponse.body, 'errors')]).toEqual([400, errors])
})

test('are changed once seen, and deleted, and the audit log has each change', async () => {
  const { body } = await addAnswer({ title: 'Later', text: 'Tomorrow' })
  const path = `/prepared-answer/${body.id}`
  const changeAnswer = (fields: object) => officeAdmin.put<PreparedAnswer>(path, fields)
  expect((await changeAnswer({ text: '{all}' })).status).toBe(400)
  const changeReply = await changeAnswer({ text: 'Today', updated_at: body.updated_at })
  expect(changeReply.body).toMatchObject({ title: 'Later', text: 'Today', page: null })
  expect((await changeAnswer({ text: 'Now', updated_at: body.updated_at })).status).toBe(409)
  expect((await officeAdmin.delete(path)).status).toBe(200)
  expect((await officeAdmin.delete(path)).status).toBe(404)
  expect((await changeAnswer({ text: 'Now' })).status).toBe(404)
  const log = await portal.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', 'prepared_answers')
    .where('subject_id', '=', String(body.id))
    .orderBy('id')
    .execute()
  expect(log.map(({ action }) => action)).toEqual(['add', 'change', 'remove'])
})
