import { api } from '#lib/api/api.ts'
import { formatLongDay } from '#lib/time.ts'
import type { PublicPrivacyNotice } from '@tahanan/contract/privacy-notice/answers.ts'
import { getElement } from './static-form.ts'
import { listenToTextDialog } from './text-dialog.ts'

let shown = 0

/** Shows the link to the privacy notice if a version is published (rules 26.14). */
export function showNoticeLink(version: number): void {
  shown = version
  getElement('notice-open').hidden = shown === 0
}

/**
 * Returns the version of the privacy notice that the login page showed. It is sent with the login
 * (rules 26.15).
 */
export const getShownNotice = (): { privacyNotice?: number } => (shown > 0 ? { privacyNotice: shown } : {})

export function listenToNotice(): void {
  listenToTextDialog(
    'notice',
    async () => {
      const { version, publishedAt, value } = await api.get<PublicPrivacyNotice>('/public-privacy-notice')
      showNoticeLink(version)
      getElement('notice-version').textContent = `Version ${version}, ${formatLongDay(publishedAt)}`
      return value
    },
    'We could not load the privacy notice. Please close this and try again.',
  )
}
