import { queryOptions } from '@tanstack/react-query'
import { apiQuery, pageQuery } from '#lib/api/api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  ReminderBatch,
  ReminderLine,
  ReminderPreview,
} from '@tahanan/contract/billing/reminder-answers.ts'
import type { ReminderKind } from '@tahanan/contract/billing/reminders.ts'
import { findFirstKind } from './choice.ts'

export const REMINDERS_KEY = ['billings', 'reminders']

export const previewQuery = (kind: ReminderKind, days: number) =>
  apiQuery<ReminderPreview>(
    [...REMINDERS_KEY, 'preview', kind, days],
    '/reminders',
    { kind, days },
    { staleTime: 0 },
  )

/**
 * Preselected kind of reminder in the form of a new batch (rules 20.7). Not cached, because it must be
 * determined anew each time the form opens.
 */
export const firstKindQuery = (isNew: boolean) =>
  queryOptions({
    queryKey: [...REMINDERS_KEY, 'first', isNew],
    queryFn: () =>
      findFirstKind(async ({ kind, days }) => {
        const { data } = await queryClient.fetchQuery(previewQuery(kind, Math.max(days, 1)))
        return data.filter(({ reminded }) => !reminded).length
      }),
    enabled: isNew,
    gcTime: 0,
  })

export const batchesQuery = (filter: { page: number; limit: number }) =>
  pageQuery<ListOf<ReminderBatch>>([...REMINDERS_KEY, 'batches', filter], '/reminder-batches', filter, {
    refetchInterval: ({ state }) => (state.data?.data.some(({ waiting }) => waiting > 0) ? 2000 : false),
  })

export const batchQuery = (id: number, filter: { page: number; limit: number }) =>
  pageQuery<ListOf<ReminderLine> & { batch: ReminderBatch }>(
    [...REMINDERS_KEY, 'batch', id, filter],
    `/reminder-batch/${id}`,
    filter,
    { refetchInterval: ({ state }) => (state.data && state.data.batch.waiting > 0 ? 2000 : false) },
  )
