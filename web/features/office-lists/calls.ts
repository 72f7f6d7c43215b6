import { apiQuery, dataQuery } from '#lib/api/api-query.ts'
import type { ListView } from '@tahanan/contract/lists/answers.ts'
import type { Assignee } from '@tahanan/contract/tickets/answers.ts'

/** Query of the reader's views of a list. */
export const viewsQuery = (page: string) =>
  dataQuery<ListView[]>(['list-views', page], '/list-views', { page }, { staleTime: 5 * 60_000 })

/** Query of the administrators to whom tickets of a module can be assigned; `one` is the module's path. */
export const assigneesQuery = (one: string) =>
  apiQuery<Assignee[]>(['assignees', one], `/${one}/assignees`, {}, { staleTime: 60_000 })
