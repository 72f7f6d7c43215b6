import { queryOptions } from '@tanstack/react-query'
import { createApiQuery, createPageQuery } from '#lib/api/create-api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  ReminderBatch,
  ReminderLine,
  ReminderPreview,
} from '@tahanan/contract/billing/reminder-answers.ts'
import type { ReminderKind } from '@tahanan/contract/billing/reminders.ts'
import { findFirstKind } from './tenant-choice.ts'

export const REMINDERS_KEY = ['billings', 'reminders']

export const reminderPreviewQuery = (kind: ReminderKind, days: number) =>
  createApiQuery<ReminderPreview>(
    [...REMINDERS_KEY, 'preview', kind, days],
    '/reminders',
    { kind, days },
    { staleTime: 0 },
  )

/**
 * Preselected kind of reminder in the form of a new batch (rules 20.7). Not cached, because it must be
 * determined anew each time the form opens.
 */
export const firstReminderKindQuery = (isNew: boolean) =>
  queryOptions({
    queryKey: [...REMINDERS_KEY, 'first', isNew],
    queryFn: () =>
      findFirstKind(async ({ kind, days }) => {
        const { data } = await queryClient.fetchQuery(reminderPreviewQuery(kind, Math.max(days, 1)))
        return data.filter(({ reminded }) => !reminded).length
      }),
    enabled: isNew,
    gcTime: 0,
  })

export const reminderBatchesQuery = (filter: { page: number; limit: number }) =>
  createPageQuery<ListOf<ReminderBatch>>([...REMINDERS_KEY, 'batches', filter], '/reminder-batches', filter, {
    refetchInterval: ({ state }) => (state.data?.data.some(({ waiting }) => waiting > 0) ? 2000 : false),
  })

export const reminderBatchQuery = (id: number, filter: { page: number; limit: number }) =>
  createPageQuery<ListOf<ReminderLine> & { batch: ReminderBatch }>(
    [...REMINDERS_KEY, 'batch', id, filter],
    `/reminder-batch/${id}`,
    filter,
    { refetchInterval: ({ state }) => (state.data && state.data.batch.waiting > 0 ? 2000 : false) },
  )
