import { apiQuery, toList } from '#lib/api/api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { DueRule, Holiday, OfficeHours } from '@tahanan/contract/settings/answers.ts'

export const DUE_TIMES = 'due-times'
const fresh = { staleTime: 0 }

/** Query of the due rules of all services (rules 11.18). */
export const rulesQuery = {
  ...apiQuery<DueRule[]>([DUE_TIMES, 'rules'], '/due-rules', {}, fresh),
  select: toList<DueRule>,
}

/** Query of the holidays. A date has at most one holiday, so the date is its id (rules 11.20). */
export const holidaysQuery = {
  ...apiQuery<Holiday[]>([DUE_TIMES, 'holidays'], '/holidays', {}, fresh),
  select: (days: Holiday[]) => toList(days.map((day) => ({ ...day, id: Date.parse(day.date) }))),
}

/** Query of the office hours by weekday (rules 11.19). */
export const officeHoursQuery = apiQuery<OfficeHours>([DUE_TIMES, 'hours'], '/office-hours', {}, fresh)

export const refetchDueTimes = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [DUE_TIMES] })
