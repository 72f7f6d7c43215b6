import { apiQuery, pageQuery } from '#lib/api/api-query.ts'
import type { ListFilter } from '#lib/api/records.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  NewestPrivacyNotice,
  PrivacyNoticeVersion,
  PrivacyNoticeView,
  PublicPrivacyNotice,
} from '@tahanan/contract/privacy-notice/answers.ts'

/** First key part of all queries that must be refetched when a version is published. */
export const NOTICES = ['privacy-notices']

export const newestNoticeQuery = apiQuery<NewestPrivacyNotice>(
  [...NOTICES, 'newest'],
  '/privacy-notice',
  {},
  { staleTime: 0 },
)

/** Loads the newest version, without a login. Answers 404 if no version is published. */
export const publicNoticeQuery = apiQuery<PublicPrivacyNotice>(
  [...NOTICES, 'public'],
  '/public-privacy-notice',
  {},
  { staleTime: 0 },
)

export const noticeQuery = (version: number) =>
  apiQuery<PublicPrivacyNotice>([...NOTICES, 'version', version], `/privacy-notice/${version}`)

export const versionsQuery = ({ page, limit }: Pick<ListFilter, 'page' | 'limit'>) =>
  pageQuery<ListOf<PrivacyNoticeVersion>>([...NOTICES, page, limit], '/privacy-notices', { page, limit })

export function viewsQuery(version: string, { page, limit, searchTerm }: ListFilter) {
  const query = { page, limit, searchTerm, ...(version && { version }) }
  return pageQuery<ListOf<PrivacyNoticeView>>([...NOTICES, 'views', query], '/privacy-notice-views', query)
}
