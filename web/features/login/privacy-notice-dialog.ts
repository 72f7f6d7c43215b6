import { api } from '#lib/api/api.ts'
import { formatLongDay } from '#lib/time.ts'
import type { PublicPrivacyNotice } from '@tahanan/contract/privacy-notice/answers.ts'
import { getElement } from './static-form.ts'
import { setUpTextDialog } from './text-dialog.ts'

let shownVersion = 0

/** Shows the link to the privacy notice if a version is published (rules 26.14). */
export function showPrivacyNoticeLink(version: number): void {
  shownVersion = version
  getElement('notice-open').hidden = shownVersion === 0
}

/**
 * Returns the version of the privacy notice that the login page showed. It is sent with the login
 * (rules 26.15).
 */
export const getShownPrivacyNotice = (): { privacyNotice?: number } =>
  shownVersion > 0 ? { privacyNotice: shownVersion } : {}

export function setUpPrivacyNoticeDialog(): void {
  setUpTextDialog(
    'notice',
    async () => {
      const { version, publishedAt, value } = await api.get<PublicPrivacyNotice>('/public-privacy-notice')
      showPrivacyNoticeLink(version)
      getElement('notice-version').textContent = `Version ${version}, ${formatLongDay(publishedAt)}`
      return value
    },
    'We could not load the privacy notice. Please close this and try again.',
  )
}
