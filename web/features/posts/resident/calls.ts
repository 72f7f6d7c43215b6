import { dataQuery } from '#lib/api/api-query.ts'
import { api } from '#lib/api/api.ts'
import type { LatestPost } from '@tahanan/contract/posts/answers.ts'

/** The post that appeared last; null when there is none. */
export const latestPostQuery = dataQuery<LatestPost['data']>(['posts', 'latest'], '/post-latest')

/** Counts an opening of a post (rules 9.7). Nobody is told when it fails. */
export async function countOpening(postId: number): Promise<void> {
  await api.post('/post-analytic', { postId, status: 1 }, { quiet: true }).catch(() => undefined)
}

/** Where a post is read. */
export function postAddress(id: number): string {
  return `/mail?postId=${id}`
}

/** State that a link from the list carries along: the page of the list. */
export const fromListPage = (page: number) => ({ listPage: page })

/** The page of the list that the reader came from; 1 for who came from elsewhere. */
export function listPageOf(state: unknown): number {
  const page = typeof state === 'object' && state !== null && 'listPage' in state ? state.listPage : 1
  return typeof page === 'number' && page > 0 ? page : 1
}
