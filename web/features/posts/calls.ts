import { createApiQuery, createPageQuery } from '#lib/api/create-api-query.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'

export const postsQuery = (filter: Pick<ListPageFilter, 'page' | 'limit' | 'searchTerm' | 'sort'>) =>
  createPageQuery<ListOf<Post>>(['posts', 'list', filter], '/posts', filter)

export const postQuery = (id: number) =>
  createApiQuery<Post>(['posts', 'one', id], `/post/${id}`, {}, { staleTime: 0 })
