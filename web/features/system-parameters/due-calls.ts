import { createApiQuery, toListResponse } from '#lib/api/create-api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { DueRule, Holiday, OfficeHours } from '@tahanan/contract/settings/answers.ts'

export const DUE_TIMES = 'due-times'
const NO_CACHE = { staleTime: 0 }

/** Query of the rules by which the due times of tickets are computed, for all services (rules 11.18). */
export const rulesQuery = {
  ...createApiQuery<DueRule[]>([DUE_TIMES, 'rules'], '/due-rules', {}, NO_CACHE),
  select: toListResponse<DueRule>,
}

/** Query of the holidays. A date has at most one holiday, so the date is its id (rules 11.20). */
export const holidaysQuery = {
  ...createApiQuery<Holiday[]>([DUE_TIMES, 'holidays'], '/holidays', {}, NO_CACHE),
  select: (days: Holiday[]) => toListResponse(days.map((day) => ({ ...day, id: Date.parse(day.date) }))),
}

/** Query of the office hours by weekday (rules 11.19). */
export const officeHoursQuery = createApiQuery<OfficeHours>(
  [DUE_TIMES, 'hours'],
  '/office-hours',
  {},
  NO_CACHE,
)

export const refetchDueTimes = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [DUE_TIMES] })
