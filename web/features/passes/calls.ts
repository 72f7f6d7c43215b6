import { createApiQuery } from '#lib/api/create-api-query.ts'
import { deleteRecord } from '#lib/api/delete-record.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { Pass } from '@tahanan/contract/gate/answers.ts'

export const passQuery = (ticketId: number, staleTime = 0) =>
  createApiQuery<Pass>(['pass', ticketId], `/pass/${ticketId}`, {}, { staleTime })

export async function endPass(ticketId: number): Promise<void> {
  try {
    await deleteRecord(`/pass/${ticketId}`)
  } finally {
    // Also after an error, because somebody else may have ended the pass.
    await queryClient.invalidateQueries({ queryKey: ['pass', ticketId] })
    await queryClient.invalidateQueries({ queryKey: ['ticket', ticketId] })
    await queryClient.invalidateQueries({ queryKey: ['tickets'] })
  }
}
