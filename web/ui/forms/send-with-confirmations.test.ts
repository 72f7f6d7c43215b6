import { expect, test } from 'vitest'
import { ApiError } from '#lib/api/api.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { type ErrorConfirmations, sendWithConfirmations } from './send-with-confirmations.ts'

const confirmations: ErrorConfirmations = {
  alreadyDone: { field: 'confirmTwice', title: 'Send it twice?', okText: 'Send' },
}

function createConfirmingServer() {
  const sentBodies: Details[] = []
  const send = (body: Details) => {
    sentBodies.push(body)
    const isConfirmed = body.confirmTwice === true
    return isConfirmed
      ? Promise.resolve('made')
      : Promise.reject(new ApiError(409, 'There is one like it.', { code: 'alreadyDone' }))
  }
  return { bodies: sentBodies, send }
}

test('a question of the server is asked with its message, and a yes sends the body with it', async () => {
  const { bodies, send } = createConfirmingServer()
  const sendResult = sendWithConfirmations(send, { title: 'A' }, confirmations)
  expect(await answerDialog(true)).toMatchObject({
    title: 'Send it twice?',
    content: 'There is one like it.',
    okText: 'Send',
  })
  expect(await sendResult).toEqual({ made: 'made' })
  expect(bodies).toEqual([{ title: 'A' }, { title: 'A', confirmTwice: true }])
})

test('a no sends nothing more', async () => {
  const { bodies, send } = createConfirmingServer()
  const sendResult = sendWithConfirmations(send, {}, confirmations)
  await answerDialog(false)
  expect(await sendResult).toBeNull()
  expect(bodies).toHaveLength(1)
})

test('another refusal, or the same one after a yes, is not asked about', async () => {
  const repeatedRefusal = new ApiError(409, 'Still no.', { code: 'alreadyDone' })
  const rejectRequest = () => Promise.reject(repeatedRefusal)
  await expect(sendWithConfirmations(rejectRequest, {}, {})).rejects.toBe(repeatedRefusal)
  await expect(sendWithConfirmations(rejectRequest, { confirmTwice: true }, confirmations)).rejects.toBe(
    repeatedRefusal,
  )
})
