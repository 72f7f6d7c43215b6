import { describe, expect, test } from 'vitest'
import { PortalError } from '#platform/errors.ts'
import { createTestAmenity, setRoles } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { DecisionResult } from '@tahanan/contract/tickets/answers.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { changeTicketsOneByOne } from './decide-tickets.ts'
import { createBookingBody, createTestTicket, type Ticket } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const officeAdmin = await portal.as('admin', { name: 'Ana' })
const resident = await portal.as('client', { soaAmount: 0 })

const toTicketVersion = ({ id, updated_at }: Ticket) => ({ id, updated_at })
const createGatePasses = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createTestTicket(resident, 'gatePass')))
const decideTicketsAs = (tickets: readonly object[], status = 2, extraFields: object = {}) =>
  officeAdmin.put<DecisionResult>('/tickets/decided', { tickets, status, ...extraFields })
const listStatuses = async (tickets: readonly { id: number }[]) => {
  const ids = tickets.map(({ id }) => id)
  const rows = await portal.db.selectFrom('tickets').select(['id', 'status']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}
const listMessages = (id: number) =>
  portal.db
    .selectFrom('notifications')
    .select('title')
    .where('tenant_id', '=', resident.id)
    .where('link', 'like', `%serviceId=${id}`)
    .execute()

describe('many tickets', () => {
  test('are decided as single ones are: with history, approver, remarks and a notice each', async () => {
    const passes = await createGatePasses(3)
    const { status, body } = await decideTicketsAs(passes.map(toTicketVersion), 6, {
      remarks: ' No gate is open. ',
    })
    const savedTickets = passes.map(({ id }) => ({ id, updated_at: expect.any(String) }))
    expect([status, body]).toEqual([
      200,
      { done: passes.map(({ id }) => id), saved: savedTickets, refused: [] },
    ])
    for (const { id } of passes) {
      const { body: pass } = await officeAdmin.get<Ticket & { history: object[] }>(`/ticket/${id}`)
      expect(pass).toMatchObject({ status: 6, remarks: 'No gate is open.' })
      const remark = 'No gate is open.'
      expect(pass.history[0]).toMatchObject({ from: 1, to: 6, remark, actor: { name: 'Ana' } })
      expect(await listMessages(id)).toHaveLength(1)
    }
    const { body: decisionResult } = await decideTicketsAs((await createGatePasses(1)).map(toTicketVersion))
    expect((await officeAdmin.get(`/ticket/${decisionResult.done[0]}`)).body).toMatchObject({
      approver: { name: 'Ana' },
    })
  })

  test('are refused one by one: changed, done, deleted, of another module, unknown', async () => {
    const [unchangedTicket, changedTicket, doneTicket, deletedTicket] = (await createGatePasses(4)) as [
      Ticket,
      Ticket,
      Ticket,
      Ticket,
    ]
    const jobOrder = await createTestTicket(resident, 'jobOrder')
    await resident.put(`/ticket/${changedTicket.id}`, { bearerName: 'Another' })
    const { body: approvedTicket } = await officeAdmin.put<Ticket>(`/ticket/${doneTicket.id}`, { status: 2 })
    await resident.delete(`/ticket/${deletedTicket.id}`)
    const unchangedVersion = unchangedTicket.updated_at
    const { status, body } = await decideTicketsAs([
      ...[changedTicket, approvedTicket, deletedTicket, jobOrder].map(toTicketVersion),
      { id: 999_999, updated_at: unchangedVersion },
      toTicketVersion(unchangedTicket),
      toTicketVersion(unchangedTicket),
    ])
    expect(status).toBe(200)
    expect(body.done).toEqual([unchangedTicket.id])
    expect(body.refused.map(({ id, ticketNumber, code }) => [id, ticketNumber, code])).toEqual([
      [changedTicket.id, changedTicket.ticketNumber, 'conflict'],
      [doneTicket.id, doneTicket.ticketNumber, 'alreadyDone'],
      [deletedTicket.id, '', 'notFound'],
      [jobOrder.id, '', 'notFound'],
      [999_999, '', 'notFound'],
    ])
    expect(await listStatuses([changedTicket, doneTicket, deletedTicket, jobOrder])).toEqual([1, 2, 0, 1])
    const history = (await officeAdmin.get<{ history: object[] }>(`/ticket/${unchangedTicket.id}`)).body
      .history
    expect(history).toHaveLength(2)
  })

  test('that need more fields, or a time that is taken, are refused with the words of a single change', async () => {
    const jobOrder = await createTestTicket(resident, 'jobOrder')
    const orderDecision = await officeAdmin.put<DecisionResult>('/requests/decided', {
      tickets: [toTicketVersion(jobOrder)],
      status: 2,
    })
    expect(orderDecision.body.refused).toEqual([
      {
        id: jobOrder.id,
        ticketNumber: jobOrder.ticketNumber,
        code: 'invalidInput',
        message: 'Please input your estimated amount! Please select a bill option!',
      },
    ])

    const amenity = await createTestAmenity(portal.db)
    const firstReservation = await createTestTicket(
      resident,
      'reservation',
      createBookingBody(amenity.id, 12, '09:00', '10:00'),
    )
    const releaseResponse = await officeAdmin.put<Ticket>(`/reservation/${firstReservation.id}`, {
      status: 6,
    })
    const secondReservation = await createTestTicket(
      resident,
      'reservation',
      createBookingBody(amenity.id, 12, '09:00', '10:00'),
    )
    const { body } = await officeAdmin.put<DecisionResult>('/reservations/decided', {
      tickets: [toTicketVersion(releaseResponse.body), toTicketVersion(secondReservation)],
      status: 2,
    })
    expect(body.done).toEqual([secondReservation.id])
    expect(body.refused).toMatchObject([
      { id: firstReservation.id, message: 'These dates already reserved to this amenity.' },
    ])
  })

  test('are not tried one by one while the database is away', async () => {
    const passes = await createGatePasses(3)
    const triedIds: number[] = []
    const module = MODULES.find(({ name }) => name === 'gatePass')!
    const { done, refused } = await changeTicketsOneByOne(
      portal.services,
      module,
      passes.map(toTicketVersion),
      (_tx, id) => {
        triedIds.push(id)
        throw new PortalError('unavailable')
      },
    )
    expect([triedIds, done]).toEqual([[passes[0]?.id], []])
    expect(refused.map(({ id, code }) => [id, code])).toEqual(passes.map(({ id }) => [id, 'unavailable']))
  })

  test('are at most a hundred, with a time each, into a status that is decided', async () => {
    const [pass] = (await createGatePasses(1)) as [Ticket]
    const tooManyTickets = Array.from({ length: 101 }, (_, n) => ({ id: n + 1, updated_at: pass.updated_at }))
    for (const [tickets, status] of [
      [tooManyTickets, 2],
      [[], 2],
      [[{ id: pass.id }], 2],
      [[toTicketVersion(pass), { id: pass.id + 1, updated_at: 'yesterday' }], 2],
      [[{ id: 'x', updated_at: pass.updated_at }], 2],
      [[toTicketVersion(pass)], 7],
      [[toTicketVersion(pass)], 0],
    ] as const)
      expect((await decideTicketsAs(tickets, status)).status).toBe(400)
    expect((await decideTicketsAs([toTicketVersion(pass)], 6, { remarks: 'x'.repeat(5001) })).status).toBe(
      400,
    )
    expect(await listStatuses([pass])).toEqual([1])
  })
})

test.each([
  ['tickets', { gatepass: ['view', 'cancel'] }, { gatepass: ['view', 'reject'] }],
  // In the module of reservations, the Submit button needs its own permission flag.
  ['reservations', { reservations: ['view', 'cancel', 'approve'] }, { reservations: ['view', 'cancel'] }],
])(
  '/%s/decided needs the flags of a single change, also when one is taken meanwhile',
  async (listPath, roles, reducedRoles) => {
    const isBooked = listPath === 'reservations'
    const newTicket = isBooked
      ? await createTestTicket(
          resident,
          'reservation',
          createBookingBody((await createTestAmenity(portal.db)).id, 13, '09:00', '10:00'),
        )
      : await createTestTicket(resident, 'gatePass')
    const body = { tickets: [toTicketVersion(newTicket)], status: 5 }
    const admin = await portal.as('admin', { roles })
    await setRoles(portal.db, admin.id, reducedRoles)
    const refusedAnswer = await admin.put(`/${listPath}/decided`, body)
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([403, 'missingPermission'])
    expect(await listStatuses([newTicket])).toEqual([1])
    await setRoles(portal.db, admin.id, roles)
    expect((await admin.put(`/${listPath}/decided`, body)).body).toMatchObject({
      done: [newTicket.id],
      refused: [],
    })
  },
)
