import { api } from '#lib/api/api.ts'
import { createDataQuery } from '#lib/api/create-api-query.ts'
import type { LatestPost } from '@tahanan/contract/posts/answers.ts'

export const latestPostQuery = createDataQuery<LatestPost['data']>(['posts', 'latest'], '/post-latest')

/** Counts that the resident has opened a post (rules 9.7). Failures are ignored. */
export async function recordPostView(postId: number): Promise<void> {
  await api.post('/post-analytic', { postId, status: 1 }, { quiet: true }).catch(() => undefined)
}

export function getPostAddress(id: number): string {
  return `/mail?postId=${id}`
}

export const createListPageState = (page: number) => ({ listPage: page })

export function getListPage(state: unknown): number {
  const page = typeof state === 'object' && state !== null && 'listPage' in state ? state.listPage : 1
  return typeof page === 'number' && page > 0 ? page : 1
}
