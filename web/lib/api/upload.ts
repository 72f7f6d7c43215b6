import type { UploadedFile } from '@tahanan/contract/files/answers.ts'
import { ApiError, toApiError } from './api.ts'
import { sessionToken } from './session.ts'

/** A failed upload. The shell shows it as an upload error in every form (rules 6.8). */
export class UploadError extends ApiError {}

/** Uploads a file (rules 6.1) with progress, which `fetch` cannot report. Rejects with `UploadError`. */
export function uploadFile(
  folder: string,
  file: File,
  { onProgress, signal }: { onProgress?: (part: number) => void; signal?: AbortSignal } = {},
): Promise<UploadedFile> {
  const form = new FormData()
  // The server checks the folder before it reads the file, so `url` comes first.
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
        const { message, retryAfter, code } = toApiError(status, responseText, wait, token !== null)
        // Field names of the upload are dropped: they would match fields of the surrounding form.
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
