import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

export interface PostFilter {
  page: number
  limit: number
  searchTerm: string
}

/** A page of posts: for administrators all that were not deleted, for residents those that are shown now. */
export function postsQuery(filter: PostFilter) {
  return queryOptions({
    queryKey: ['posts', 'list', filter] as const,
    queryFn: ({ signal }) => api.get<ListOf<Post>>('/posts', { ...filter }, signal),
    placeholderData: keepPreviousData,
  })
}

export function postQuery(id: number) {
  return queryOptions({
    queryKey: ['posts', 'one', id] as const,
    queryFn: ({ signal }) => api.get<Post>(`/post/${id}`, undefined, signal),
    staleTime: 0,
  })
}
