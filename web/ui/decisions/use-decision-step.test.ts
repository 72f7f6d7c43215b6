import { afterEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient, setUnhandledFailureListener } from '#lib/api/query-client.ts'
import { callHook } from '#lib/testing-hooks.ts'
import type { FormState } from '#ui/forms/use-form.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { useDecisionStep } from './use-decision-step.ts'

afterEach(() => queryClient.clear())

const UPDATED_AT = '2026-03-12T01:00:00.000Z'
const approvalStep = { path: '/ticket/approved/7', verb: 'approve', status: 2 }

function createDecisionStep() {
  const form = {
    version: UPDATED_AT,
    changed: { remarks: 'Bring an ID.' },
    isLocked: false,
    isSavedIn: vi.fn(
      (ticket: { status?: unknown }, { status }: { status?: unknown }) => ticket.status === status,
    ),
    showErrors: vi.fn(),
    markOutdated: vi.fn(),
  }
  const onDone = vi.fn()
  const { run } = callHook(() =>
    useDecisionStep({
      form: form as unknown as FormState,
      record: ['ticket', 7],
      lists: ['tickets'],
      body: () => ({ remarks: 'Bring an ID.' }),
      onRunningChange: () => undefined,
      onStepDone: () => Promise.resolve(),
    }),
  )
  return { form, onDone, runStep: () => run({ ...approvalStep, onDone }) }
}

test('a step asks, and is sent with the version that was shown, also if a newer one arrives', async () => {
  const putMock = vi.spyOn(api, 'put').mockResolvedValue({ id: 7, status: 2 })
  const { form, runStep, onDone } = createDecisionStep()
  const stepResult = runStep()
  form.version = '2026-03-12T01:00:01.000Z'
  expect((await answerDialog(true)).title).toBe('Do you want to approve this item?')
  await stepResult
  const requestBody = { remarks: 'Bring an ID.', status: 2, updated_at: UPDATED_AT }
  expect(putMock.mock.calls).toEqual([['/ticket/approved/7', requestBody]])
  expect(onDone).toHaveBeenCalledTimes(1)
})

test.each([
  ['its own status', 2, true],
  ['another status', 1, false],
])('a step that was sent twice and is refused for %s of the record', async (_, status, isTaken) => {
  const conflict = new ApiError(409, 'It was changed.', { code: 'conflict' })
  conflict.wasRepeated = true
  vi.spyOn(api, 'put').mockRejectedValue(conflict)
  const storedTicket = { id: 7, status, remarks: 'Bring an ID.' }
  queryClient.setQueryData(['ticket', 7], storedTicket)
  const { runStep, form, onDone } = createDecisionStep()
  const stepResult = runStep()
  await answerDialog(true)
  await stepResult
  expect(form.isSavedIn.mock.calls).toEqual([[storedTicket, { remarks: 'Bring an ID.', status: 2 }]])
  expect(onDone.mock.calls).toEqual(isTaken ? [[storedTicket]] : [])
  expect(form.markOutdated).toHaveBeenCalledTimes(isTaken ? 0 : 1)
})

test('a step that is not confirmed sends nothing', async () => {
  const putMock = vi.spyOn(api, 'put').mockResolvedValue({})
  const stepResult = createDecisionStep().runStep()
  await answerDialog(false)
  await stepResult
  expect(putMock).not.toHaveBeenCalled()
})

test('a step on an older version changes nothing, and the form says who came first', async () => {
  const lastChangeText = 'Liza Villanueva approved it.'
  vi.spyOn(api, 'put').mockRejectedValue(
    new ApiError(409, 'It was changed.', { code: 'conflict', change: lastChangeText }),
  )
  const { runStep, form, onDone } = createDecisionStep()
  const stepResult = runStep()
  await answerDialog(true)
  await stepResult
  expect(form.markOutdated.mock.calls).toEqual([[lastChangeText]])
  expect(onDone).not.toHaveBeenCalled()
})

test('a step on a time that was booked meanwhile shows the error and refetches the booked times', async () => {
  const conflict = new ApiError(409, 'These dates already reserved to this amenity.', {
    code: 'alreadyReserved',
  })
  vi.spyOn(api, 'put').mockRejectedValue(conflict)
  const showFailure = vi.fn()
  setUnhandledFailureListener(showFailure)
  queryClient.setQueryData(['slots', 1, '2026-03-14'], [])
  const { runStep, form } = createDecisionStep()
  const stepResult = runStep()
  await answerDialog(true)
  await stepResult
  expect(showFailure.mock.calls).toEqual([[conflict]])
  expect(form.markOutdated).not.toHaveBeenCalled()
  expect(queryClient.getQueryState(['slots', 1, '2026-03-14'])?.isInvalidated).toBe(true)
})
