import { apiQuery } from '#lib/api/api-query.ts'
import { ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { firstMessages } from '#lib/first-messages.ts'
import { inform } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { DueRule, Holiday, OfficeHours } from '@tahanan/contract/settings/answers.ts'

const KEY = 'due-times'
const fresh = { staleTime: 0 }

/** Due rules of all services (rules 11.18). */
export const rulesQuery = apiQuery<DueRule[]>([KEY, 'rules'], '/due-rules', {}, fresh)

/** Office hours by weekday (rules 11.19). */
export const officeHoursQuery = apiQuery<OfficeHours>([KEY, 'hours'], '/office-hours', {}, fresh)

/** Holidays by date (rules 11.20). */
export const holidaysQuery = apiQuery<Holiday[]>([KEY, 'holidays'], '/holidays', {}, fresh)

export const refetchDueTimes = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

/** Sends a change and says that it is done, or why it was refused. */
export async function saveChange(send: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await send()
    toast.success(done)
  } catch (failure) {
    const [problem] = failure instanceof ApiError ? Object.values(firstMessages(failure.errors)) : []
    if (problem === undefined) await showFailure(failure)
    else await inform('info', 'This was not saved', problem)
  }
  void refetchDueTimes()
}
