import { apiQuery, pageQuery } from '#lib/api/api-query.ts'
import type { ListFilter } from '#lib/api/records.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'

export const postsQuery = (filter: Pick<ListFilter, 'page' | 'limit' | 'searchTerm' | 'sort'>) =>
  pageQuery<ListOf<Post>>(['posts', 'list', filter], '/posts', filter)

export const postQuery = (id: number) =>
  apiQuery<Post>(['posts', 'one', id], `/post/${id}`, {}, { staleTime: 0 })
