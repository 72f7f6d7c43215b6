import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { ErrorAnswer } from '@tahanan/contract/answers.ts'
import type { DecisionResult } from '@tahanan/contract/tickets/answers.ts'
import { createTestTicket, type Ticket } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const liza = await portal.as('admin', { name: 'Liza Villanueva' })
const ben = await portal.as('admin', { name: 'Ben Cruz' })
const resident = await portal.as('client', { soaAmount: 0 })

const approveTicketAs = (caller: typeof liza, { id, updated_at }: Ticket) =>
  caller.put<ErrorAnswer>(`/ticket/${id}`, { status: 2, updated_at })

test('who changes a ticket second reads who did what before, also of many at once', async () => {
  const pass = await createTestTicket(resident, 'gatePass')
  await approveTicketAs(liza, pass)
  const { status, body } = await approveTicketAs(ben, pass)
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'conflict', change: 'Liza Villanueva approved it.' })
  expect(body.message).toBe('Liza Villanueva approved it. Please look at it again before you save.')
  const tickets = [{ id: pass.id, updated_at: pass.updated_at }]
  const decisionResponse = await ben.put<DecisionResult>('/tickets/decided', { tickets, status: 2 })
  expect(decisionResponse.body.refused[0]?.message).toContain('Liza Villanueva approved it.')
})

test('a step that is done already, and fields that are closed now, name who did it', async () => {
  const jobOrder = await createTestTicket(resident, 'jobOrder')
  await liza.put(`/request/verified/${jobOrder.id}`)
  const secondVerification = await ben.put<ErrorAnswer>(`/request/verified/${jobOrder.id}`)
  expect(secondVerification.body).toMatchObject({
    code: 'alreadyDone',
    change: 'Liza Villanueva verified it.',
  })
  const pass = await createTestTicket(resident, 'gatePass')
  await approveTicketAs(liza, pass)
  const lockedAnswer = await ben.put<ErrorAnswer>(`/ticket/${pass.id}`, { bearerName: 'Another' })
  expect(lockedAnswer.body).toMatchObject({ code: 'locked', change: 'Liza Villanueva approved it.' })
})

test('a resident reads PMO where the history hides the name, and own changes as theirs', async () => {
  const pass = await createTestTicket(resident, 'gatePass')
  await liza.put(`/ticket/${pass.id}`, { status: 6, remarks: 'No' })
  const ownChangeAnswer = await resident.put<ErrorAnswer>(`/ticket/${pass.id}`, { bearerName: 'Another' })
  expect(ownChangeAnswer.body).toMatchObject({ code: 'locked', change: 'PMO rejected it.' })
  const otherPass = await createTestTicket(resident, 'gatePass')
  await approveTicketAs(liza, otherPass)
  expect((await approveTicketAs(liza, otherPass)).body).toMatchObject({ change: 'You approved it.' })
})
