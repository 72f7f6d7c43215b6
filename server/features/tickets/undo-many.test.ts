import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { DecisionResult } from '@tahanan/contract/tickets/answers.ts'
import { fileTestTicket } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const office = await portal.as('admin', { name: 'Ana' })
const resident = await portal.as('client', { soaAmount: 0 })

const decideTicketsAs = (tickets: readonly object[], status: number, remarks?: string) =>
  office.put<DecisionResult>('/tickets/decided', {
    tickets,
    status,
    ...(remarks !== undefined && { remarks }),
  })

test('many decisions are taken back with the versions that they answered, unless one changed since', async () => {
  const passes = await Promise.all([1, 2].map(() => fileTestTicket(resident, 'gatePass')))
  const [first, second] = passes as [(typeof passes)[0], (typeof passes)[0]]
  const { body } = await decideTicketsAs(passes, 6, 'No gate is open.')
  expect(body.saved.map(({ id }) => id)).toEqual([first.id, second.id])
  await office.put(`/ticket/${second.id}`, { remarks: 'Somebody looked again.' })
  const undone = await decideTicketsAs(body.saved, 1, '')
  expect(undone.body.done).toEqual([first.id])
  expect(undone.body.refused.map(({ id, code }) => [id, code])).toEqual([[second.id, 'conflict']])
  expect((await office.get(`/ticket/${first.id}`)).body).toMatchObject({ status: 1, remarks: '' })
  expect((await office.get(`/ticket/${second.id}`)).body).toMatchObject({ status: 6 })
})
