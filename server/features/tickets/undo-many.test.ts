import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { DecisionResult } from '@tahanan/contract/tickets/answers.ts'
import { createTestTicket } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const officeAdmin = await portal.as('admin', { name: 'Ana' })
const resident = await portal.as('client', { soaAmount: 0 })

const decideTicketsAs = (tickets: readonly object[], status: number, remarks?: string) =>
  officeAdmin.put<DecisionResult>('/tickets/decided', {
    tickets,
    status,
    ...(remarks !== undefined && { remarks }),
  })

test('many decisions are taken back with the versions that they answered, unless one changed since', async () => {
  const passes = await Promise.all([1, 2].map(() => createTestTicket(resident, 'gatePass')))
  const [first, second] = passes as [(typeof passes)[0], (typeof passes)[0]]
  const { body } = await decideTicketsAs(passes, 6, 'No gate is open.')
  expect(body.saved.map(({ id }) => id)).toEqual([first.id, second.id])
  await officeAdmin.put(`/ticket/${second.id}`, { remarks: 'Somebody looked again.' })
  const undoResult = await decideTicketsAs(body.saved, 1, '')
  expect(undoResult.body.done).toEqual([first.id])
  expect(undoResult.body.refused.map(({ id, code }) => [id, code])).toEqual([[second.id, 'conflict']])
  expect((await officeAdmin.get(`/ticket/${first.id}`)).body).toMatchObject({ status: 1, remarks: '' })
  expect((await officeAdmin.get(`/ticket/${second.id}`)).body).toMatchObject({ status: 6 })
})
