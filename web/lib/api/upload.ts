import type { UploadedFile } from '@tahanan/contract/files/answers.ts'
import { ApiError, refusal } from './api.ts'
import { sessionToken } from './session.ts'

interface UploadOptions {
  /** 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** A file that was not kept. The shell tells it as an upload, whatever form it belongs to (rules 6.8). */
export class UploadError extends ApiError {}

/**
 * Sends one file to a folder (rules 6.1), with progress, which `fetch` cannot tell. Rejects with an `UploadError`,
 * or an `AbortError` when `signal` was used.
 */
export function uploadFile(
  folder: string,
  file: File,
  { onProgress, signal }: UploadOptions = {},
): Promise<UploadedFile> {
  const form = new FormData()
  // the server decides about the folder before it takes the first byte, so `url` comes first
  form.append('url', `${folder}/${file.name}`)
  form.append('file', file)

  if (signal?.aborted) return Promise.reject(new DOMException('Upload stopped', 'AbortError'))
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/file')
    request.setRequestHeader('accept', 'application/json')
    const token = sessionToken()
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        resolve(JSON.parse(request.responseText) as UploadedFile)
      } else {
        const wait = request.getResponseHeader('retry-after')
        const { status, responseText } = request
        const { message, retryAfter, code } = refusal(status, responseText, wait, token !== null)
        // without the names of fields: they are the upload's, not those of the form around it
        reject(new UploadError(status, message, { retryAfter, code }))
      }
    })
    request.addEventListener('error', () =>
      reject(new UploadError(0, 'The upload was cut off. Check your connection and try again.')),
    )
    request.addEventListener('abort', () => reject(new DOMException('Upload stopped', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
