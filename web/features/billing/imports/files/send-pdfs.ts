import type { ReceivedPdfs } from '@tahanan/contract/billing/import-answers.ts'
import { ApiError, refusal } from '../../../../lib/api/api.ts'
import { sessionToken } from '../../../../lib/api/session.ts'
import type { SendPdfs } from './pdf-uploads.ts'

/** Sends some PDFs of an import in one call (`POST /statement-imports/{uniqId}/pdfs`). */
export function sendPdfsOf(uniqId: string): SendPdfs {
  return async (files, signal) => {
    const form = new FormData()
    for (const file of files) form.append('files', file)
    const token = sessionToken()
    let response: Response
    let text: string
    try {
      response = await fetch(`/api/statement-imports/${uniqId}/pdfs`, {
        method: 'POST',
        headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: form,
        signal,
      })
      // a connection can also end in the middle of the answer
      text = await response.text()
    } catch (cause) {
      if (signal.aborted) throw cause
      throw new ApiError(0, 'The upload was cut off. Check your connection.')
    }
    if (!response.ok)
      throw refusal(response.status, text, response.headers.get('retry-after'), token !== null)
    return (JSON.parse(text) as ReceivedPdfs).data
  }
}
