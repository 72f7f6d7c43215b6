import { ApiError } from '#lib/api/api.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'

/** By error code: the text of the dialog, and the field of the body that confirms it. */
export type Questions = Partial<
  Record<ErrorCode, { field: string; title: string; okText: string; cancelText?: string }>
>

/**
 * Sends a body, and again with a confirmation if the server requires one. Resolves to null if the user
 * declines.
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
    // A confirmation that was already sent is not requested again.
    if (!(failure instanceof ApiError) || !question || body[question.field] === true) throw failure
    const { field, ...words } = question
    if (!(await confirm({ ...words, content: failure.message }))) return null
    return sendAsking(send, { ...body, [field]: true }, questions)
  }
}
