import { useQuery } from '@tanstack/react-query'
import { formatLongDay } from '#lib/time.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { NOTICE_TITLE } from '@tahanan/contract/privacy-notice/form.ts'
import { privacyNoticeQuery, publicPrivacyNoticeQuery } from './calls.ts'

interface PrivacyNoticeSheetProps {
  /** Version to show, chosen by the super-administrator. Without it, the newest version is shown. */
  version?: number
  onClose: () => void
}

export default function PrivacyNoticeSheet({ version, onClose }: PrivacyNoticeSheetProps) {
  const query = useQuery(version === undefined ? publicPrivacyNoticeQuery : privacyNoticeQuery(version))
  const { data } = query
  return (
    <Sheet
      title={NOTICE_TITLE}
      subtitle={data && `Version ${data.version}, ${formatLongDay(data.publishedAt)}`}
      place={version === undefined ? 'side' : 'box'}
      onClose={onClose}
    >
      {data ? (
        <RichText value={data.value} />
      ) : (
        <QueryState query={query} title="We could not load the privacy notice" />
      )}
    </Sheet>
  )
}
