import { expect, test } from 'vitest'
import { ApiError } from '#lib/api/api.ts'
import { answerQuestion } from '#ui/overlays/testing.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { type Questions, sendAsking } from './send-asking.ts'

const questions: Questions = {
  alreadyDone: { field: 'confirmTwice', title: 'Send it twice?', okText: 'Send' },
}

function createAskingServer() {
  const bodies: Details[] = []
  const send = (body: Details) => {
    bodies.push(body)
    const isConfirmed = body.confirmTwice === true
    return isConfirmed
      ? Promise.resolve('made')
      : Promise.reject(new ApiError(409, 'There is one like it.', { code: 'alreadyDone' }))
  }
  return { bodies, send }
}

test('a question of the server is asked with its message, and a yes sends the body with it', async () => {
  const { bodies, send } = createAskingServer()
  const sending = sendAsking(send, { title: 'A' }, questions)
  expect(await answerQuestion(true)).toMatchObject({
    title: 'Send it twice?',
    content: 'There is one like it.',
    okText: 'Send',
  })
  expect(await sending).toEqual({ made: 'made' })
  expect(bodies).toEqual([{ title: 'A' }, { title: 'A', confirmTwice: true }])
})

test('a no sends nothing more', async () => {
  const { bodies, send } = createAskingServer()
  const sending = sendAsking(send, {}, questions)
  await answerQuestion(false)
  expect(await sending).toBeNull()
  expect(bodies).toHaveLength(1)
})

test('another refusal, or the same one after a yes, is not asked about', async () => {
  const refusal = new ApiError(409, 'Still no.', { code: 'alreadyDone' })
  const refuse = () => Promise.reject(refusal)
  await expect(sendAsking(refuse, {}, {})).rejects.toBe(refusal)
  await expect(sendAsking(refuse, { confirmTwice: true }, questions)).rejects.toBe(refusal)
})
