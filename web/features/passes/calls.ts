import { apiQuery } from '#lib/api/api-query.ts'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { Pass } from '@tahanan/contract/gate/answers.ts'

/** Query of the latest pass of a ticket. */
export const passQuery = (ticketId: number, staleTime = 0) =>
  apiQuery<Pass>(['pass', ticketId], `/pass/${ticketId}`, {}, { staleTime })

/** Ends the pass of a resident's ticket. */
export async function endPass(ticketId: number): Promise<void> {
  await api.delete(`/pass/${ticketId}`)
  await queryClient.invalidateQueries({ queryKey: ['pass', ticketId] })
  await queryClient.invalidateQueries({ queryKey: ['ticket', ticketId] })
  await queryClient.invalidateQueries({ queryKey: ['tickets'] })
}
