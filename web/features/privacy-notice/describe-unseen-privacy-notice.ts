import { formatLongDay } from '#lib/time.ts'
import type { UnseenPrivacyNotice } from '@tahanan/contract/privacy-notice/answers.ts'

/**
 * Returns the text about a version of the privacy notice that the resident has not seen yet (rules 26.16).
 */
export function describeUnseenPrivacyNotice({ version, publishedAt, changes }: UnseenPrivacyNotice): string {
  const day = formatLongDay(publishedAt)
  const noticeText = version === 1 ? 'There is a privacy notice since' : 'The privacy notice changed on'
  return `${noticeText} ${day}: ${changes}${/[.!?]$/.test(changes) ? '' : '.'}`
}
