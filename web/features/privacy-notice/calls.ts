import { createApiQuery, createPageQuery } from '#lib/api/create-api-query.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  NewestPrivacyNotice,
  PrivacyNoticeVersion,
  PrivacyNoticeView,
  PublicPrivacyNotice,
} from '@tahanan/contract/privacy-notice/answers.ts'

/** First key part of all queries that must be refetched when a version of the privacy notice is published. */
export const PRIVACY_NOTICES_KEY = ['privacy-notices']

export const newestPrivacyNoticeQuery = createApiQuery<NewestPrivacyNotice>(
  [...PRIVACY_NOTICES_KEY, 'newest'],
  '/privacy-notice',
  {},
  { staleTime: 0 },
)

/**
 * Loads the newest version of the privacy notice, without a login. Answers 404 if no version is published.
 */
export const publicPrivacyNoticeQuery = createApiQuery<PublicPrivacyNotice>(
  [...PRIVACY_NOTICES_KEY, 'public'],
  '/public-privacy-notice',
  {},
  { staleTime: 0 },
)

export const privacyNoticeQuery = (version: number) =>
  createApiQuery<PublicPrivacyNotice>(
    [...PRIVACY_NOTICES_KEY, 'version', version],
    `/privacy-notice/${version}`,
  )

export const versionsQuery = ({ page, limit }: Pick<ListPageFilter, 'page' | 'limit'>) =>
  createPageQuery<ListOf<PrivacyNoticeVersion>>([...PRIVACY_NOTICES_KEY, page, limit], '/privacy-notices', {
    page,
    limit,
  })

export function viewsQuery(version: string, { page, limit, searchTerm }: ListPageFilter) {
  const query = { page, limit, searchTerm, ...(version && { version }) }
  return createPageQuery<ListOf<PrivacyNoticeView>>(
    [...PRIVACY_NOTICES_KEY, 'views', query],
    '/privacy-notice-views',
    query,
  )
}
