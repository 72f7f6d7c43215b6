import { describe, expect, test } from 'vitest'
import { createTestAmenity, setLeftToPay } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findFileOwner } from '#testing/uploads.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import {
  createBookingBody,
  createExample,
  createTestTicket,
  insertTestFile,
  type TicketListAnswer,
  type Ticket,
} from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin', { name: 'Liza Villanueva' })

describe('filing', () => {
  test('a missing bearer name is refused with the message of rules 5.3, and nothing is stored', async () => {
    const resident = await portal.as('client')
    const filingResponse = await resident.post('/ticket', createExample('gatePass', { bearerName: '' }))
    expect(filingResponse.status).toBe(400)
    expect(filingResponse.body.errors).toEqual({ bearerName: ['Please input your bearer name!'] })
    expect((await resident.get<TicketListAnswer>('/tickets')).body.total).toBe(0)
  })

  test('numbers have the prefix and the year, and run on, also after a ticket that was refused', async () => {
    const resident = await portal.as('client')
    const firstTicket = await createTestTicket(resident, 'commendation')
    await resident.post('/commendation', createExample('commendation', { title: '' }))
    const secondTicket = await createTestTicket(resident, 'commendation')
    const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()
    expect(firstTicket.ticketNumber).toMatch(new RegExp(`^CT-${year}-\\d{6}$`))
    expect(Number(secondTicket.ticketNumber.slice(-6))).toBe(Number(firstTicket.ticketNumber.slice(-6)) + 1)
  })

  test('an administrator must choose the tenant', async () => {
    const resident = await portal.as('client')
    const createdTicket = await admin.post<Ticket>(
      '/ticket',
      createExample('gatePass', { tenantId: resident.id }),
    )
    expect(createdTicket.body).toMatchObject({ tenantId: resident.id, status: 1 })
    for (const tenantId of [undefined, 0, 'x', 999_999, { id: 1 }]) {
      const { status, body } = await admin.post('/ticket', createExample('gatePass', { tenantId }))
      expect([status, body.errors?.tenantId]).toEqual([400, ['Please choose your tenant!']])
    }
    const changeResponse = await admin.put(`/ticket/${createdTicket.body.id}`, { tenantId: 999_999 })
    expect([changeResponse.status, changeResponse.body.errors?.tenantId]).toEqual([
      400,
      ['Please choose your tenant!'],
    ])
  })

  test('a balance at the limit blocks the module immediately, one below does not', async () => {
    const resident = await portal.as('client', { soaAmount: 19_999.99 })
    await portal.db
      .updateTable('service_settings')
      .set({ amount: 20_000 })
      .where('type', '=', 'jobOrderRequest')
      .execute()
    await createTestTicket(resident, 'jobOrder')
    await setLeftToPay(portal.db, resident.id, 20_000)
    const blockedAnswer = await resident.post('/request', createExample('jobOrder'))
    expect([blockedAnswer.status, blockedAnswer.body.message]).toEqual([
      403,
      'Please settle your outstanding account at Property Management Office to access this module.',
    ])
  })

  test('a service that is off is refused with its message', async () => {
    const resident = await portal.as('client')
    await portal.db
      .updateTable('service_settings')
      .set({ status: 0 })
      .where('type', '=', 'leasingAssistance')
      .execute()
    const { status, body } = await resident.post('/inquiry', createExample('leasingInquiry'))
    expect([status, body.message]).toEqual([403, 'This service has been disabled by the admin.'])
    await portal.db
      .updateTable('service_settings')
      .set({ status: 1 })
      .where('type', '=', 'leasingAssistance')
      .execute()
  })
})

const formatMissingPermission = (flag: string) => `You do not have the permission ${flag}.`

describe('changing', () => {
  test('stamps are set by the server at the first change into a status and stay', async () => {
    const resident = await portal.as('client')
    const { id } = await createTestTicket(resident, 'incidentReport')
    const startTime = Date.now()
    const ignoredFields = {
      approvalDate: '2001-01-01T00:00:00Z',
      approvedById: 99_999,
      completedDate: '2001-01-01T00:00:00Z',
    }
    const approvedTicket = (await admin.put<Ticket>(`/report/${id}`, { status: 2, ...ignoredFields })).body
    expect(approvedTicket).toMatchObject({
      status: 2,
      approvedById: admin.id,
      approver: { name: 'Liza Villanueva' },
      completedDate: null,
    })
    expect(Date.parse(approvedTicket.approvalDate as string)).toBeGreaterThanOrEqual(startTime)
    await admin.put(`/report/${id}`, { status: 4 })
    await admin.put(`/report/${id}`, { status: 1 })
    const updatedReport = (await (await portal.as('admin')).put<Ticket>(`/report/${id}`, { status: 2 })).body
    expect(updatedReport.approvalDate).toBe(approvedTicket.approvalDate)
    expect(updatedReport.approvedById).toBe(admin.id)
    expect(updatedReport.caseClosedDate).not.toBeNull()
  })

  test.each(['workPermit', 'workService'])('the office sets the bond amount of a %s', async (name) => {
    const resident = await portal.as('client')
    const { id, ...filedTicket } = await createTestTicket(resident, name, { bondAmount: 100 })
    expect(filedTicket['bondAmount']).toBeNull()
    const path = `/${getModule(name).path.one}/${id}`
    expect((await admin.put<Ticket>(path, { bondAmount: 500 })).body).toMatchObject({ bondAmount: 500 })
    expect((await resident.get<Ticket>(path)).body).toMatchObject({ bondAmount: 500 })
  })

  test('an approved gate pass is locked except status and remarks', async () => {
    const resident = await portal.as('client')
    const ticket = await createTestTicket(resident, 'gatePass')
    await admin.put(`/ticket/${ticket.id}`, { status: 2 })
    expect((await admin.put(`/ticket/${ticket.id}`, { bearerName: 'Somebody else' })).status).toBe(403)
    expect((await admin.put(`/ticket/${ticket.id}`, { remarks: 'Use the service elevator.' })).status).toBe(
      200,
    )
    expect((await admin.put(`/ticket/${ticket.id}`, { status: 4 })).body).toMatchObject({
      status: 4,
      remarks: 'Use the service elevator.',
    })
  })

  test('sending a form back unchanged changes nothing', async () => {
    const resident = await portal.as('client')
    const ticket = await createTestTicket(resident, 'workPermit')
    await admin.put(`/permit/${ticket.id}`, { status: 2 })
    const ticketBody = (await admin.get<Ticket>(`/permit/${ticket.id}`)).body
    const { status, body } = await admin.put<Ticket>(`/permit/${ticket.id}`, ticketBody)
    expect(status).toBe(200)
    expect(body.updated_at).toBe(ticketBody.updated_at)
  })

  test('an invalid status is refused with the message of rules 4.25', async () => {
    const { id } = await createTestTicket(await portal.as('client'), 'gatePass')
    for (const status of [0, 7, -1, 1.5, 'x', null, [2], {}]) {
      const { status: responseStatus, body } = await admin.put(`/ticket/${id}`, { status })
      expect([responseStatus, body.errors?.status]).toEqual([400, ['Please input your status!']])
    }
  })

  test('the history records who did what and when, and residents read only the approver’s name', async () => {
    const resident = await portal.as('client', { uoccname: 'Ana Reyes' })
    const { id } = await createTestTicket(resident, 'commendation')
    await resident.put(`/commendation/${id}`, { title: 'Thank you all' })
    await admin.put(`/commendation/${id}`, { status: 2, remarks: 'Salamat!' })
    await admin.put(`/commendation/${id}`, { remarks: 'Maraming salamat!' })
    await admin.put(`/commendation/${id}`, { status: 4 })
    type Entry = {
      actor: { name: string; self: boolean }
      from: number | null
      to: number
      fields: string[]
      remark: string | null
    }
    const getHistory = async (caller: LoggedInCaller) =>
      (await caller.get<{ history: Entry[] }>(`/commendation/${id}`)).body.history
    expect((await getHistory(admin)).map(({ actor, to }) => [actor.name, to])).toEqual([
      ['Liza Villanueva', 4],
      ['Liza Villanueva', 2],
      ['Liza Villanueva', 2],
      ['Ana Reyes', 1],
      ['Ana Reyes', 1],
    ])
    const residentHistory = await getHistory(resident)
    expect(residentHistory.map(({ actor }) => [actor.name, actor.self])).toEqual([
      ['PMO', false],
      ['PMO', false],
      ['Liza Villanueva', false],
      ['Ana Reyes', true],
      ['Ana Reyes', true],
    ])
    expect(residentHistory[2]).toMatchObject({ from: 1, to: 2, remark: 'Salamat!' })
    expect(residentHistory[3]?.fields).toEqual(['title'])
  })

  test('a way back to approved that is no approval does not name its author to residents', async () => {
    const resident = await portal.as('client')
    const otherAdmin = await portal.as('admin', { name: 'Ramon Dizon' })
    const listNamesByStatus = async (id: number) => {
      type Entry = { actor: { name: string }; to: number }
      const { body } = await resident.get<{ history: Entry[] }>(`/reservation/${id}`)
      return body.history.slice(0, -1).map(({ actor, to }) => [actor.name, to])
    }
    const amenity = await createTestAmenity(portal.db)
    for (const [index, status] of [3, 4, 5, 6].entries()) {
      const booking = createBookingBody(amenity.id, index + 1, '10:00', '12:00')
      const { id } = await createTestTicket(resident, 'reservation', booking)
      await admin.put(`/reservation/${id}`, { status: 2 })
      await admin.put(`/reservation/${id}`, { status })
      await otherAdmin.put(`/reservation/${id}`, { status: 2 })
      expect(await listNamesByStatus(id)).toEqual([
        ['PMO', 2],
        ['PMO', status],
        ['Liza Villanueva', 2],
      ])
    }
    const booking = createBookingBody(amenity.id, 5, '10:00', '12:00')
    const { id } = await createTestTicket(resident, 'reservation', booking)
    await admin.put(`/reservation/${id}`, { status: 6 })
    await otherAdmin.put(`/reservation/${id}`, { status: 2 })
    expect(await listNamesByStatus(id)).toEqual([
      ['Ramon Dizon', 2],
      ['PMO', 6],
    ])
  })

  test('the history cannot be changed in the database', async () => {
    await createTestTicket(await portal.as('client'), 'commendation')
    await expect(
      portal.db.updateTable('ticket_events').set({ actor_name: 'Nobody' }).execute(),
    ).rejects.toThrow(/never rewritten/)
  })

  test('a job order needs an amount and a bill option for its approval, in both calls', async () => {
    const { id } = await createTestTicket(await portal.as('client'), 'jobOrder')
    const requiredErrors = {
      estimatedAmount: ['Please input your estimated amount!'],
      billOption: ['Please select a bill option!'],
    }
    for (const approvalResponse of [
      await admin.put(`/request/approved/${id}`),
      await admin.put(`/request/${id}`, { status: 2 }),
    ])
      expect([approvalResponse.status, approvalResponse.body.errors]).toEqual([400, requiredErrors])
    expect((await admin.put(`/request/${id}`, { status: 2, estimatedAmount: 0 })).body.errors).toEqual({
      billOption: requiredErrors.billOption,
    })
    const approvalFields = { estimatedAmount: 0, billOption: 'Non-Billable' }
    expect((await admin.put<Ticket>(`/request/approved/${id}`, approvalFields)).body).toMatchObject({
      ...approvalFields,
      status: 2,
    })
    const otherOrder = await createTestTicket(await portal.as('client'), 'jobOrder')
    expect((await admin.put<Ticket>(`/request/rejected/${otherOrder.id}`)).body.status).toBe(6)
  })

  test('remarks and fields are saved together with a step', async () => {
    const resident = await portal.as('client')
    const jobOrder = await createTestTicket(resident, 'jobOrder')
    const remarks = 'The owner pays the plumber.'
    const rejectAnswer = await admin.put<Ticket>(`/request/rejected/${jobOrder.id}`, {
      remarks: ` ${remarks} `,
      title: 'Faucet',
      status: 4,
      updated_at: jobOrder.updated_at,
    })
    expect(rejectAnswer.body).toMatchObject({ status: 6, remarks, title: 'Faucet' })
    const notificationsResponse = await resident.get<{ data: { message: string }[] }>(
      `/client-notif/${resident.id}`,
    )
    expect(notificationsResponse.body.data.map(({ message }) => message).join()).toContain(remarks)

    const [pass, next] = [
      await createTestTicket(resident, 'gatePass'),
      await createTestTicket(resident, 'gatePass'),
    ]
    const verifyAnswer = await admin.put<Ticket>(`/ticket/verified/${pass.id}`, {
      remarks: 'Seen at the gate.',
    })
    expect(verifyAnswer.body).toMatchObject({
      remarks: 'Seen at the gate.',
      verifier: { name: 'Liza Villanueva' },
    })
    expect((await admin.get<Ticket>(`/ticket/${next.id}`)).body).toMatchObject({
      remarks: '',
      verifier: null,
    })
  })

  test('a step on an outdated version is refused, and nothing is saved', async () => {
    const resident = await portal.as('client')
    const jobOrder = await createTestTicket(resident, 'jobOrder')
    await admin.put(`/request/${jobOrder.id}`, { title: 'Changed meanwhile' })
    for (const step of ['rejected', 'verified']) {
      const outdatedFields = { remarks: 'Too late', updated_at: jobOrder.updated_at }
      const outdatedResponse = await admin.put(`/request/${step}/${jobOrder.id}`, outdatedFields)
      expect([outdatedResponse.status, outdatedResponse.body.code]).toEqual([409, 'conflict'])
      const stepResponse = await admin.put(`/request/${step}/${jobOrder.id}`, {
        updated_at: jobOrder.updated_at,
      })
      expect([stepResponse.status, stepResponse.body.code]).toEqual([409, 'conflict'])
    }
    expect((await admin.get<Ticket>(`/request/${jobOrder.id}`)).body).toMatchObject({
      status: 1,
      remarks: '',
      verifier: null,
    })
  })

  test('remarks are limited text, and null clears them', async () => {
    const { id } = await createTestTicket(await portal.as('client'), 'jobOrder')
    const saveRemarks = (remarks: unknown) => admin.put<Ticket>(`/request/${id}`, { remarks })
    expect((await saveRemarks('x'.repeat(LIMITS.longText + 1))).body.errors).toEqual({
      remarks: [`At most ${LIMITS.longText} characters.`],
    })
    expect((await saveRemarks(5)).status).toBe(400)
    expect((await saveRemarks('Kept')).body.remarks).toBe('Kept')
    expect((await saveRemarks(null)).body.remarks).toBe('')
  })

  test('remarks with a step need the same flags as remarks alone', async () => {
    const { id } = await createTestTicket(await portal.as('client'), 'jobOrder')
    const checker = await portal.as('admin', { roles: { orders: ['view', 'verify'] } })
    expect((await checker.put(`/request/verified/${id}`, { remarks: 'Mine' })).status).toBe(403)
    expect((await admin.get<Ticket>(`/request/${id}`)).body).toMatchObject({ remarks: '', verifier: null })
    expect((await checker.put(`/request/verified/${id}`)).status).toBe(200)
  })

  test('the office can add remarks when filing a job order, a resident cannot', async () => {
    const resident = await portal.as('client')
    const ticketFields = { tenantId: resident.id, remarks: ' Key is at the lobby. ' }
    const createdTicket = await admin.post<Ticket>('/request', createExample('jobOrder', ticketFields))
    expect(createdTicket.body.remarks).toBe('Key is at the lobby.')
    const ticketAnswer = await admin.get<{ history: { remark: string | null }[] }>(
      `/request/${createdTicket.body.id}`,
    )
    expect(ticketAnswer.body.history.map(({ remark }) => remark)).toEqual(['Key is at the lobby.'])
    expect((await createTestTicket(resident, 'jobOrder', { remarks: 'Mine' })).remarks).toBe('')
    const invalidRemarkResponse = await admin.post(
      '/request',
      createExample('jobOrder', { ...ticketFields, remarks: 7 }),
    )
    expect([invalidRemarkResponse.status, invalidRemarkResponse.body.errors]).toEqual([
      400,
      { remarks: ['This must be text.'] },
    ])
  })

  test('a refusal names the flag needed', async () => {
    const resident = await portal.as('client')
    const [pass, permit] = [
      await createTestTicket(resident, 'gatePass'),
      await createTestTicket(resident, 'workPermit'),
    ]
    const guard = await portal.as('admin', { roles: { gatepass: ['view'], permits: ['view', 'edit'] } })
    const getRefusal = async (path: string, body?: object) => (await guard.put(path, body)).body.message
    expect(await getRefusal(`/ticket/${pass.id}`, { bearerName: 'Ana' })).toContain('gatepass.edit')
    expect(await getRefusal(`/ticket/verified/${pass.id}`)).toContain('gatepass.verify')
    expect(await getRefusal(`/permit/${permit.id}`, { purpose: 'Paint' })).toContain('permits.approve')
    expect(await getRefusal(`/permit/${permit.id}`, { status: 6 })).toContain('permits.reject')
  })

  test('who may only view is told the flag of the status, or that of the fields', async () => {
    const guard = await portal.as('admin', { roles: { gatepass: ['view'], reservations: ['view'] } })
    const getRefusal = async (path: string, body: object) =>
      (await guard.put(`/${path}/999999999`, body)).body.message
    expect(await getRefusal('ticket', { status: 5 })).toBe(formatMissingPermission('gatepass.cancel'))
    expect(await getRefusal('ticket', { status: '6', remarks: 'No.' })).toBe(
      formatMissingPermission('gatepass.reject'),
    )
    for (const body of [{ bearerName: 'New' }, { status: 1 }, {}])
      expect(await getRefusal('ticket', body)).toBe(formatMissingPermission('gatepass.edit'))
    expect(await getRefusal('reservation', { status: 5 })).toBe(
      formatMissingPermission('reservations.approve'),
    )
  })

  test('approving by its own call succeeds once', async () => {
    const { id } = await createTestTicket(await portal.as('client'), 'jobOrder')
    await admin.put(`/request/${id}`, { estimatedAmount: 850, billOption: 'Billable' })
    expect((await admin.put<Ticket>(`/request/approved/${id}`)).body.status).toBe(2)
    expect((await admin.put(`/request/approved/${id}`)).status).toBe(409)
    expect((await admin.put<Ticket>(`/request/rejected/${id}`)).body.status).toBe(6)
  })
})

describe('files', () => {
  test('a ticket accepts only files uploaded by its author, each in one record', async () => {
    const [resident, otherResident] = [await portal.as('client'), await portal.as('client')]
    const otherResidentFile = await insertTestFile(portal.db, otherResident, 'incidentreports')
    const refusedAnswer = await resident.post(
      '/report',
      createExample('incidentReport', { images: [otherResidentFile] }),
    )
    expect([refusedAnswer.status, refusedAnswer.body.errors]).toEqual([
      400,
      { images: ['This file was not uploaded here.'] },
    ])
    const ownFile = await insertTestFile(portal.db, resident, 'incidentreports')
    const ticket = await createTestTicket(resident, 'incidentReport', { images: [ownFile] })
    expect(ticket.images).toEqual([
      expect.objectContaining({ ...ownFile, src: expect.stringContaining('signature=') }),
    ])
    expect(
      (await resident.post('/report', createExample('incidentReport', { images: [ownFile] }))).status,
    ).toBe(400)
    // A form sends the unchanged file back with its signed link. That must not count as a change of the file.
    expect((await resident.put(`/report/${ticket.id}`, { images: ticket.images })).status).toBe(200)
  })

  test('a released file has no owner', async () => {
    const resident = await portal.as('client')
    const [firstFile, secondFile] = [
      await insertTestFile(portal.db, resident, 'incidentreports'),
      await insertTestFile(portal.db, resident, 'incidentreports'),
    ]
    const ticket = await createTestTicket(resident, 'incidentReport', { images: [firstFile] })
    await resident.put(`/report/${ticket.id}`, { images: [secondFile] })
    const fileOwners = [firstFile, secondFile].map(({ url }) => findFileOwner(portal.db, url))
    expect(await Promise.all(fileOwners)).toEqual([null, `ticket ${ticket.id}`])
  })
})
