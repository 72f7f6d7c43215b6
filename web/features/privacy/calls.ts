import { dataQuery, pageQuery } from '#lib/api/api-query.ts'
import type { ListFilter } from '#lib/api/records.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import { channels } from '@tahanan/contract/channels.ts'
import type { OwnPrivacyRequest, PrivacyRequest } from '@tahanan/contract/privacy-requests/answers.ts'
import type { RequestState } from '@tahanan/contract/privacy-requests/request-form.ts'
import type { ProcessingActivity, StoredData } from '@tahanan/contract/privacy/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Tab } from '@tahanan/contract/tickets/define-module.ts'

export const storedDataQuery = dataQuery<StoredData[]>(['your-data'], '/your-data')

export const OWN_REQUESTS = ['own-privacy-requests']
export const ownRequestsQuery = dataQuery<OwnPrivacyRequest[]>(OWN_REQUESTS, '/own-privacy-requests')

export const processingQuery = dataQuery<ProcessingActivity[]>(['processing-record'], '/processing-record')

export const REQUESTS = channels.privacyRequests

/** Tabs of the list. The first tab has no status, because it is the default and has no URL parameter. */
export const TABS: readonly Tab[] = [
  { label: 'Open' },
  { label: 'Done', status: STATUS.completed },
  { label: 'Refused', status: STATUS.rejected },
]

function toState({ status }: Pick<ListFilter, 'status'>): RequestState {
  if (status === STATUS.completed) return 'done'
  return status === STATUS.rejected ? 'refused' : 'open'
}

type RequestList = ListOf<PrivacyRequest> & { counts: Record<RequestState, number> }

export const requestsQuery = (filter: ListFilter) => {
  const { page, limit, searchTerm } = filter
  const state = toState(filter)
  return {
    ...pageQuery<RequestList>(['records', REQUESTS, { page, limit, searchTerm, state }], `/${REQUESTS}`, {
      page,
      limit,
      searchTerm,
      state,
    }),
    select: countByTab,
  }
}

const countByTab = ({ counts, ...list }: RequestList) => ({
  ...list,
  counts: { all: counts.open, [STATUS.completed]: counts.done, [STATUS.rejected]: counts.refused },
})
