import type { ReactElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { dialogQueue } from '#ui/overlays/dialogs.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { createTestTicket } from '../testing.ts'
import { promptForStep, applyStep, createUndo } from './apply-step.ts'

const module = getModule('gatePass')
const approveStep = { status: 2, verb: 'approve', path: '/ticket/approved/7' } as const
const waitingTicket = createTestTicket('gatePass', { remarks: 'Bring an ID.', can: ['status.1', 'status.2'] })

async function answerPrompt(values: Details): Promise<void> {
  const { content, isReady, answer } = await vi.waitUntil(() => dialogQueue.get()[0], { timeout: 30_000 })
  const { ref } = (content as ReactElement<{ ref: { current: unknown } }>).props
  ref.current = { check: () => values }
  await isReady?.()
  answer(true)
}

afterEach(() => {
  queryClient.clear()
})

test('a step that can be undone asks nothing; a final one does, with the ticket and a warning', async () => {
  const question = { step: approveStep, details: waitingTicket, mustConfirm: false }
  expect(await promptForStep(module, waitingTicket, question)).toEqual({})
  const promptAnswer = promptForStep(module, { ...waitingTicket, can: ['status.2'] }, question)
  const { title, content, okText } = await answerDialog(false)
  expect([title, okText]).toEqual(['Do you want to approve this item?', 'Approve'])
  expect(content).toMatch(/^GP-2026-000007\nReyes, Ana, A-101\n[^]*\nYou cannot undo this\.$/)
  expect(await promptAnswer).toBeUndefined()
  const secondPrompt = promptForStep(module, waitingTicket, { ...question, mustConfirm: true })
  expect((await answerDialog(true)).content).not.toContain('You cannot undo this.')
  expect(await secondPrompt).toEqual({})
})

test('a step sends the version that was shown, shows the answer in the lists and offers Undo', async () => {
  const savedTicket = {
    ...waitingTicket,
    status: 2,
    remarks: 'Come early.',
    updated_at: '2026-03-12T02:00:00.000Z',
  }
  const putSpy = vi.spyOn(api, 'put').mockResolvedValue(savedTicket)
  const success = vi.spyOn(toast, 'success').mockReturnValue()
  queryClient.setQueryData(['tickets', 'gatePass'], { data: [waitingTicket], total: 1 })
  const onSent = vi.fn()
  await applyStep(module, waitingTicket, approveStep, onSent)
  expect(onSent).toHaveBeenCalledTimes(1)
  expect(putSpy.mock.calls).toEqual([
    ['/ticket/approved/7', { status: 2, updated_at: waitingTicket.updated_at }],
  ])
  expect(queryClient.getQueryData(['tickets', 'gatePass'])).toMatchObject({ data: [{ status: 2 }] })
  const [toastText, , undo] = success.mock.calls[0] ?? []
  expect([toastText, undo?.label]).toEqual(['GP-2026-000007 approved', 'Undo'])

  putSpy.mockResolvedValue({ ...waitingTicket, updated_at: '2026-03-12T03:00:00.000Z' })
  undo?.run()
  await vi.waitUntil(() => success.mock.calls.length === 2, { timeout: 30_000 })
  const [path, body] = putSpy.mock.calls[1] ?? []
  expect([path, body]).toEqual([
    '/ticket/7',
    { status: 1, remarks: 'Bring an ID.', updated_at: '2026-03-12T02:00:00.000Z' },
  ])
})

test('Undo of a rejection from a list without remarks restores the earlier remarks', async () => {
  const { remarks, ...listRow } = waitingTicket
  const rejectStep = { status: 6, verb: 'reject', path: '/ticket/rejected/7' } as const
  const getSpy = vi.spyOn(api, 'get').mockResolvedValue({ ...waitingTicket, updated_at: 'loaded later' })
  const savedTicket = { ...listRow, status: 6, remarks: 'Closed.', updated_at: '2026-03-12T02:00:00.000Z' }
  const putSpy = vi.spyOn(api, 'put').mockResolvedValue(savedTicket)
  const success = vi.spyOn(toast, 'success').mockReturnValue()
  const pendingStep = applyStep(module, listRow, rejectStep, () => undefined)
  await answerPrompt({ remarks: 'Closed.' })
  await pendingStep
  expect(getSpy).toHaveBeenCalledTimes(1)
  expect(putSpy.mock.calls[0]?.[1]).toEqual({
    remarks: 'Closed.',
    status: 6,
    updated_at: waitingTicket.updated_at,
  })
  success.mock.calls[0]?.[2]?.run()
  await vi.waitUntil(() => success.mock.calls.length === 2, { timeout: 30_000 })
  expect(putSpy.mock.calls[1]).toEqual([
    '/ticket/7',
    { status: 1, remarks, updated_at: savedTicket.updated_at },
  ])
})

test('a ticket that somebody else decided is not overwritten, and says who did', async () => {
  const lastChangeText = 'Liza Villanueva approved it.'
  vi.spyOn(api, 'put').mockRejectedValue(
    new ApiError(409, 'It was changed.', { code: 'conflict', change: lastChangeText }),
  )
  const success = vi.spyOn(toast, 'success').mockReturnValue()
  const pendingStep = applyStep(module, waitingTicket, approveStep, () => undefined)
  const { title, content } = await answerDialog(true)
  expect([title, content]).toEqual([
    'GP-2026-000007 was changed meanwhile',
    `${lastChangeText} Nothing of yours was saved.`,
  ])
  await pendingStep
  expect(success).not.toHaveBeenCalled()
})

test('Undo of a cancelled booking whose time was booked meanwhile says so and refetches the booked times', async () => {
  const reservationModule = getModule('reservation')
  const reservation = createTestTicket('reservation', { can: ['status.1', 'status.5'] })
  const cancelStep = { status: 5, verb: 'cancel', path: '/reservation/7' } as const
  const putSpy = vi.spyOn(api, 'put').mockResolvedValue({ ...reservation, status: 5 })
  const success = vi.spyOn(toast, 'success').mockReturnValue()
  await applyStep(reservationModule, reservation, cancelStep, () => undefined)
  const message = 'These dates already reserved to this amenity.'
  putSpy.mockRejectedValue(new ApiError(409, message, { code: 'alreadyReserved' }))
  queryClient.setQueryData(['slots', 1, '2026-03-14'], [])
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('location', { pathname: '/' })
  success.mock.calls[0]?.[2]?.run()
  const { title, content } = await answerDialog(true)
  expect([title, content]).toEqual(['Unable to reserved', message])
  await vi.waitUntil(() => queryClient.getQueryState(['slots', 1, '2026-03-14'])?.isInvalidated, {
    timeout: 30_000,
  })
})

test('a saved form offers Undo only for a decision that changed nothing else', () => {
  const savedFields = { status: 2, updated_at: '2026-03-12T02:00:00.000Z' }
  const getUndo = (sentFields: object, ticketBefore = waitingTicket) =>
    createUndo(module, ticketBefore, savedFields, { ...sentFields })?.label
  expect(getUndo({ status: 2 })).toBe('Undo')
  expect(getUndo({ status: 2, remarks: 'Bring an ID.' })).toBe('Undo')
  expect(getUndo({ remarks: 'Bring an ID.' })).toBeUndefined()
  expect(getUndo({ status: 1 })).toBeUndefined()
  expect(getUndo({ status: 2, items: [] })).toBeUndefined()
  expect(getUndo({ status: 2 }, { ...waitingTicket, can: ['status.2'] })).toBeUndefined()
})
