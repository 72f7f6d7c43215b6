import { createDataQuery, createPageQuery } from '#lib/api/create-api-query.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { OwnPrivacyRequest, PrivacyRequest } from '@tahanan/contract/privacy-requests/answers.ts'
import type { RequestState } from '@tahanan/contract/privacy-requests/request-form.ts'
import type { ProcessingActivity, StoredData } from '@tahanan/contract/privacy/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { StatusTab } from '@tahanan/contract/tickets/define-module.ts'

export const storedDataQuery = createDataQuery<StoredData[]>(['your-data'], '/your-data')

export const OWN_REQUESTS = ['own-privacy-requests']
export const ownRequestsQuery = createDataQuery<OwnPrivacyRequest[]>(OWN_REQUESTS, '/own-privacy-requests')

export const processingQuery = createDataQuery<ProcessingActivity[]>(
  ['processing-record'],
  '/processing-record',
)

export const REQUESTS_PATH = liveChannels.privacyRequests

/**
 * Tabs of the list of privacy requests. The tab Open has no status, because it is the default and has no URL
 * parameter.
 */
export const REQUEST_TABS: readonly StatusTab[] = [
  { label: 'Open' },
  { label: 'Done', status: STATUS.completed },
  { label: 'Refused', status: STATUS.rejected },
]

function toState({ status }: Pick<ListPageFilter, 'status'>): RequestState {
  if (status === STATUS.completed) return 'done'
  return status === STATUS.rejected ? 'refused' : 'open'
}

type RequestList = ListOf<PrivacyRequest> & { counts: Record<RequestState, number> }

export const privacyRequestsQuery = (filter: ListPageFilter) => {
  const { page, limit, searchTerm } = filter
  const state = toState(filter)
  return {
    ...createPageQuery<RequestList>(
      ['records', REQUESTS_PATH, { page, limit, searchTerm, state }],
      `/${REQUESTS_PATH}`,
      {
        page,
        limit,
        searchTerm,
        state,
      },
    ),
    select: countByTab,
  }
}

const countByTab = ({ counts, ...list }: RequestList) => ({
  ...list,
  counts: { all: counts.open, [STATUS.completed]: counts.done, [STATUS.rejected]: counts.refused },
})
