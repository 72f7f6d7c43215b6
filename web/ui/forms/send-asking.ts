import { ApiError } from '#lib/api/api.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'

/** Refusals that ask: the words of each, and the field that says yes when the body is sent again. */
export type Questions = Partial<
  Record<ErrorCode, { field: string; title: string; okText: string; cancelText?: string }>
>

/**
 * Sends a body. Where the server asks something first, it is asked of the person, and the body is sent again with the answer. Resolves
 * to null where that was no.
 */
export async function sendAsking<Made>(
  send: (body: Details) => Promise<Made>,
  body: Details,
  questions: Questions,
): Promise<{ made: Made } | null> {
  try {
    return { made: await send(body) }
  } catch (failure) {
    const question = failure instanceof ApiError && failure.code ? questions[failure.code] : undefined
    // an answer that the server does not take is not asked for again
    if (!(failure instanceof ApiError) || !question || body[question.field] === true) throw failure
    const { field, ...words } = question
    if (!(await confirm({ ...words, content: failure.message }))) return null
    return sendAsking(send, { ...body, [field]: true }, questions)
  }
}
