import { ApiError } from '#lib/api/api.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'

/**
 * Confirmation dialogs by error code. The server answers with this code if the user must confirm the request.
 * `field` is the property of the request body that confirms it.
 */
export type ErrorConfirmations = Partial<
  Record<ErrorCode, { field: string; title: string; okText: string; cancelText?: string }>
>

/**
 * Sends a request. If the server requires a confirmation, asks the user and sends the request again as
 * confirmed. Resolves to null if the user declines.
 */
export async function sendWithConfirmations<Made>(
  send: (body: Details) => Promise<Made>,
  body: Details,
  questions: ErrorConfirmations,
): Promise<{ made: Made } | null> {
  try {
    return { made: await send(body) }
  } catch (failure) {
    const question = failure instanceof ApiError && failure.code ? questions[failure.code] : undefined
    if (!(failure instanceof ApiError) || !question || body[question.field] === true) throw failure
    const { field, ...words } = question
    if (!(await confirm({ ...words, content: failure.message }))) return null
    return sendWithConfirmations(send, { ...body, [field]: true }, questions)
  }
}
