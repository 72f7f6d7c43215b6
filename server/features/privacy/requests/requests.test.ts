import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toRefusal, type LoggedInCaller } from '#testing/callers.ts'
import { listAuditLog } from '#testing/list-audit-log.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { MyWork, WorkCounts } from '@tahanan/contract/desk/answers.ts'
import type { OwnPrivacyRequest, PrivacyRequest } from '@tahanan/contract/privacy-requests/answers.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const officeAdmin = await portal.as('admin', {
  name: 'Liza Villanueva',
  roles: { privacy: ['view', 'answer'] },
})
const resident = await portal.as('client', { uoccname: 'Maria Santos' })
beforeEach(async () => {
  await db.deleteFrom('privacy_requests').execute()
  await db.deleteFrom('notifications').execute()
  await db.deleteFrom('settings').where('name', '=', 'privacyRequestDays').execute()
})
afterEach(() => void vi.useRealTimers())

const ERASURE_BODY = { kind: 'erasure', message: 'Please erase my phone number.' }
const createOwnRequest = (caller: LoggedInCaller, body: object = ERASURE_BODY) =>
  caller.post<OwnPrivacyRequest>('/own-privacy-request', body)
const listOwnRequests = async (caller: LoggedInCaller) =>
  (await caller.get<{ data: OwnPrivacyRequest[] }>('/own-privacy-requests')).body.data
type List = { data: PrivacyRequest[]; total: number; counts: Record<string, number> }
const listRequests = async (query = '') => (await officeAdmin.get<List>(`/privacy-requests${query}`)).body
const answerRequest = (id: number, body: object, caller: LoggedInCaller = officeAdmin) =>
  caller.put<PrivacyRequest>(`/privacy-request/${id}`, body)

describe('a request of a resident', () => {
  test('is read by its resident and the office alone, and notifies the office', async () => {
    const { status, body } = await createOwnRequest(resident)
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ ...ERASURE_BODY, state: 'open', answer: '', answeredAt: null }),
    ])
    expect((await listOwnRequests(resident)).map(({ id }) => id)).toEqual([body.id])
    expect(await listOwnRequests(await portal.as('client'))).toEqual([])
    expect((await officeAdmin.get(`/privacy-request/${body.id}`)).body).toMatchObject({
      ...ERASURE_BODY,
      late: false,
      tenant: { uoccname: 'Maria Santos' },
      personName: 'Maria Santos',
      enteredBy: null,
    })
    const storedNotifications = await db
      .selectFrom('notifications')
      .select(['page', 'title', 'message', 'link'])
      .execute()
    expect(storedNotifications).toEqual([
      {
        page: 'privacy',
        title: 'New privacy request',
        message: expect.stringMatching(/^Maria Santos .*: erasure\. Please answer by /),
        link: `/admin/privacy-requests?modal=true&id=${body.id}`,
      },
    ])
  })

  test('is one of each kind while it is open, also of two at once', async () => {
    const createReplies = await Promise.all([createOwnRequest(resident), createOwnRequest(resident)])
    expect(createReplies.map(({ status }) => status).toSorted()).toEqual([201, 400])
    const secondResponse = await createOwnRequest(resident)
    expect(secondResponse.body).toMatchObject({
      errors: { kind: ['You have asked for this already. The office answers by the due date.'] },
    })
    expect((await createOwnRequest(resident, { kind: 'copy' })).status).toBe(201)
    const [first] = (await listOwnRequests(resident)).filter(({ kind }) => kind === 'erasure')
    expect((await answerRequest(first?.id ?? 0, { decision: 'done' })).status).toBe(200)
    expect((await createOwnRequest(resident)).status).toBe(201)
  })

  test.each([
    ['2026-01-31T15:59:00Z', '2026-03-02'],
    ['2026-01-31T16:00:00Z', '2026-03-03'],
  ])('filed at %s is due on %s, whatever the setting becomes', async (now, expectedDueDay) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    const { body } = await createOwnRequest(resident)
    expect(body.dueOn).toBe(expectedDueDay)
    await db.insertInto('settings').values({ name: 'privacyRequestDays', value: '5' }).execute()
    expect((await listOwnRequests(resident))[0]?.dueOn).toBe(expectedDueDay)
    vi.setSystemTime(new Date(`${expectedDueDay}T15:59:00Z`))
    expect((await listRequests()).data[0]?.late).toBe(false)
    vi.setSystemTime(new Date(`${expectedDueDay}T16:00:00Z`))
    expect((await listRequests()).data[0]?.late).toBe(true)
  })

  test('with hostile input is refused', async () => {
    for (const body of [
      { kind: 'everything' },
      { kind: ['erasure'], message: 'x' },
      { kind: 'erasure', message: 'a\u0000b' },
      { kind: 'erasure', message: { a: 1 } },
      { kind: 'erasure', message: 'x'.repeat(2001) },
      { message: 'x' },
    ])
      expect((await createOwnRequest(resident, body)).status).toBe(400)
    const forgedBody = {
      ...ERASURE_BODY,
      tenantId: 1,
      state: 'done',
      dueOn: '2100-01-01',
      answer: 'Yes',
      personName: 'X',
    }
    const { id } = (await createOwnRequest(resident, forgedBody)).body
    const row = await db
      .selectFrom('privacy_requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ tenant_id: resident.id, state: 'open', answer: '', person_name: '' })
  })
})

describe('the answer', () => {
  test('is sent to the resident without its words, and is final', async () => {
    const { body } = await createOwnRequest(resident)
    expect((await answerRequest(body.id, { decision: 'refused' })).body).toMatchObject({
      errors: { answer: ['Please input the reason!'] },
    })
    const reason = 'We need it to call you about your bill.'
    const answerReply = await answerRequest(body.id, {
      decision: 'refused',
      answer: reason,
      updated_at: body.updated_at,
    })
    expect(answerReply).toMatchObject({
      status: 200,
      body: { state: 'refused', answeredBy: 'Liza Villanueva' },
    })
    expect((await listOwnRequests(resident))[0]).toMatchObject({ state: 'refused', answer: reason })
    const notifications = await db
      .selectFrom('notifications')
      .select(['title', 'message', 'link', 'kind'])
      .where('tenant_id', '=', resident.id)
      .execute()
    expect(notifications).toEqual([
      {
        title: 'Your privacy request was answered',
        message: 'Erase my data: refused. Please read the answer in Your data.',
        link: '/your-data',
        kind: 'ticket',
      },
    ])
    expect(await answerRequest(body.id, { decision: 'done' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', change: 'Liza Villanueva answered it: refused.' },
    })
  })

  test('of two colleagues at once is one', async () => {
    const { body } = await createOwnRequest(resident)
    const otherAdmin = await portal.as('admin', { roles: { privacy: ['view', 'answer'] } })
    const answerReplies = await Promise.all([
      answerRequest(body.id, { decision: 'done', updated_at: body.updated_at }),
      answerRequest(body.id, { decision: 'refused', answer: 'No', updated_at: body.updated_at }, otherAdmin),
    ])
    expect(answerReplies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('and the words of people are not in the audit log, only the names of their fields', async () => {
    const requestBody = {
      personName: 'Jun Cruz',
      contact: 'jun@mail.test',
      kind: 'erasure',
      message: 'Erase Jun',
    }
    const { body } = await officeAdmin.post<PrivacyRequest>('/privacy-request', requestBody)
    await answerRequest(body.id, { decision: 'done', answer: 'We erased Jun.' })
    const rows = await listAuditLog(db, { subject: 'privacy_requests', subject_id: String(body.id) })
    expect(rows.map(({ action }) => action)).toEqual(['change', 'add'])
    expect(JSON.stringify(rows)).not.toContain('Jun')
    expect(rows[0]).toMatchObject({ after: { state: 'done', answer: 'set' } })
  })
})

describe('the office', () => {
  test('lists by state with counts, and finds by name, unit and phone', async () => {
    const { body } = await createOwnRequest(resident)
    const junRequest = { personName: 'Jun Cruz', contact: '+63 917 555 0199', kind: 'copy' }
    const requestReply = await officeAdmin.post<PrivacyRequest>('/privacy-request', junRequest)
    expect(requestReply).toMatchObject({ status: 201, body: { tenant: null, enteredBy: 'Liza Villanueva' } })
    await answerRequest(body.id, { decision: 'done' })
    expect(await listRequests()).toMatchObject({ total: 1, counts: { open: 1, done: 1, refused: 0 } })
    expect((await listRequests('?state=done')).data.map(({ id }) => id)).toEqual([body.id])
    const countMatches = async (term: string) =>
      (await listRequests(`?searchTerm=${encodeURIComponent(term)}`)).counts
    expect(await countMatches('cruz')).toEqual({ open: 1, done: 0, refused: 0 })
    expect(await countMatches('0917-555-0199')).toEqual({ open: 1, done: 0, refused: 0 })
    expect(await countMatches('santos maria')).toEqual({ open: 0, done: 1, refused: 0 })
  })

  test('needs privacy.answer to answer, to enter and to search', async () => {
    const { body } = await createOwnRequest(resident)
    const privacyViewer = await portal.as('admin', { roles: { privacy: ['view'] } })
    const missingPermissionReply = toRefusal(403, 'missingPermission')
    expect((await privacyViewer.get('/privacy-requests')).status).toBe(200)
    expect(await answerRequest(body.id, { decision: 'done' }, privacyViewer)).toMatchObject(
      missingPermissionReply,
    )
    expect(await privacyViewer.post('/privacy-request', {})).toMatchObject(missingPermissionReply)
    expect(await privacyViewer.post('/privacy-search', { term: 'Maria' })).toMatchObject(
      missingPermissionReply,
    )
  })

  test('sees in My work what is due within three days or late, and in the menu all that is open', async () => {
    await createOwnRequest(resident)
    await createOwnRequest(resident, { kind: 'copy' })
    const listWaitingCounts = async () => {
      const { body } = await officeAdmin.get<MyWork>('/desk')
      return body.groups.find(({ name }) => name === 'waits')?.lists
    }
    expect(await listWaitingCounts()).toEqual([])
    await db
      .updateTable('privacy_requests')
      .set({ due_on: '2020-01-01' })
      .where('kind', '=', 'copy')
      .execute()
    expect(await listWaitingCounts()).toEqual([{ list: 'privacy-requests', total: 1 }])
    expect((await officeAdmin.get<WorkCounts>('/desk-counts')).body.data).toEqual([
      { list: 'privacy-requests', total: 2 },
    ])
  })
})

test('the super-administrator sets the days to answer', async () => {
  const superAdmin = await portal.as('super-admin')
  const setRequestDays = (value: string) =>
    superAdmin.post<{ errors: object }>('/website-settings', {
      settings: [{ name: 'privacyRequestDays', value }],
    })
  for (const invalidDays of ['0', '91', '1.5', 'ten'])
    expect((await setRequestDays(invalidDays)).body.errors).toEqual({
      privacyRequestDays: ['Please input a whole number of days from 1 to 90.'],
    })
  expect((await setRequestDays(' 1 ')).status).toBe(200)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T04:00:00Z') })
  expect((await createOwnRequest(resident)).body.dueOn).toBe('2026-12-01')
})
