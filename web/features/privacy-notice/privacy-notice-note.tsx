import '#ui/recommend.css'
import { useMutation } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { api } from '#lib/api/api.ts'
import { meQuery, useResident } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Button } from '#ui/controls/button.tsx'
import { OpeningMessage } from '#ui/overlays/opening-message.tsx'
import type { MessageAnswer } from '@tahanan/contract/answers.ts'
import { describeUnseenPrivacyNotice } from './describe-unseen-privacy-notice.ts'

const PrivacyNoticeSheet = lazy(() => import('./privacy-notice-sheet.tsx'))

/**
 * Note on the dashboard: a version of the privacy notice that the resident has not seen was published
 * (rules 26.16).
 */
export function PrivacyNoticeNote() {
  const { privacyNotice } = useResident()
  const [isReading, setReading] = useState(false)
  const [closedVersion, setClosedVersion] = useState<number>()
  const { mutate } = useMutation({
    mutationFn: (version: number) => api.post<MessageAnswer>('/privacy-notice-views', { version }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
    // Failures are not shown: if the call fails, the note appears again at the next visit.
    meta: { handles: 'all' },
  })
  const close = (): void => {
    if (!privacyNotice) return
    setClosedVersion(privacyNotice.version)
    mutate(privacyNotice.version)
  }
  const isShown = privacyNotice && closedVersion !== privacyNotice.version
  return (
    <>
      {isShown && (
        <aside className="recommend acts" aria-label="Privacy notice">
          <ShieldCheck />
          <p>{describeUnseenPrivacyNotice(privacyNotice)}</p>
          <span className="acts">
            <Button
              onClick={() => {
                close()
                setReading(true)
              }}
            >
              Read it
            </Button>
            <Button kind="quiet" onClick={close}>
              Dismiss
            </Button>
          </span>
        </aside>
      )}
      {isReading && (
        <Suspense fallback={<OpeningMessage />}>
          <PrivacyNoticeSheet onClose={() => setReading(false)} />
        </Suspense>
      )}
    </>
  )
}
