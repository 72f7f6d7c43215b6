import type { UploadedFile } from '@tahanan/contract/answers.ts'
import { ApiError, toApiError } from './api.ts'
import { sendForm } from './send-form.ts'
import { getSessionToken } from './session.ts'
import { CallStoppedError, sendWithStallDetection } from './stalled-calls.ts'

/** Error of an upload. The shell shows it with the title for upload errors in every form (rules 6.8). */
export class UploadError extends ApiError {}

/** Uploads a file. Rejects with an `UploadError` (rules 6.1). */
export async function uploadFile(
  folder: string,
  file: File,
  { onProgress, signal }: { onProgress?: (sentShare: number) => void; signal?: AbortSignal } = {},
): Promise<UploadedFile> {
  const form = new FormData()
  // `url` is appended first, because the server checks the folder before it reads the file.
  form.append('url', `${folder}/${file.name}`)
  form.append('file', file)
  const headers: Record<string, string> = { accept: 'application/json' }
  const token = getSessionToken()
  if (token) headers.authorization = `Bearer ${token}`
  let response: Response
  try {
    response = await sendWithStallDetection(
      (stop, onMoved) =>
        sendForm('/api/file', form, {
          headers,
          signal: stop,
          onProgress: (sentShare) => {
            onMoved()
            onProgress?.(sentShare)
          },
        }),
      signal,
    )
  } catch (cause) {
    if (signal?.aborted) throw cause
    if (!(cause instanceof CallStoppedError))
      throw new UploadError(0, 'The upload was cut off. Check your connection and try again.')
    const stoppedError = new UploadError(0, 'You stopped the upload.')
    stoppedError.isShown = true
    throw stoppedError
  }
  const text = await response.text()
  if (response.ok) return JSON.parse(text) as UploadedFile
  const { message, retryAfter, code } = toApiError(response, text, token !== null)
  // The error's field names are dropped, because the surrounding form may have fields with the same names.
  throw new UploadError(response.status, message, { retryAfter, code })
}
