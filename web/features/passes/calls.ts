import { api } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { Pass } from '@tahanan/contract/gate/answers.ts'

export const passQuery = (ticketId: number, staleTime = 0) =>
  createApiQuery<Pass>(['pass', ticketId], `/pass/${ticketId}`, {}, { staleTime })

export async function endPass(ticketId: number): Promise<void> {
  await api.delete(`/pass/${ticketId}`)
  await queryClient.invalidateQueries({ queryKey: ['pass', ticketId] })
  await queryClient.invalidateQueries({ queryKey: ['ticket', ticketId] })
  await queryClient.invalidateQueries({ queryKey: ['tickets'] })
}
