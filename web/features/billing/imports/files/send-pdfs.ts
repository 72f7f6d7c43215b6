import type { ReceivedPdfs } from '@tahanan/contract/billing/import-answers.ts'
import { api, ApiError } from '../../../../lib/api/api.ts'
import type { SendPdfs } from './pdf-uploads.ts'

/** Sends some PDFs of an import in one call (`POST /statement-imports/{uniqId}/pdfs`). */
export function sendPdfsOf(uniqId: string): SendPdfs {
  return async (files, signal) => {
    const form = new FormData()
    for (const file of files) form.append('files', file)
    try {
      const path = `/statement-imports/${uniqId}/pdfs`
      return (await api.post<ReceivedPdfs>(path, form, { quiet: true, signal })).data
    } catch (cause) {
      if (signal.aborted || (cause instanceof ApiError && !cause.unanswered)) throw cause
      // a connection can also end in the middle of the answer
      throw new ApiError(0, 'The upload was cut off. Check your connection.')
    }
  }
}
