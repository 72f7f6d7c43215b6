import { useQuery } from '@tanstack/react-query'
import { FileText, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { formatCount } from '#lib/format-number.ts'
import { formatDateTime } from '#lib/time.ts'
import { DataList } from '#ui/list-pages/data-list.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { OpeningMessage } from '#ui/overlays/opening-message.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { usePanel } from '#ui/panels/panel.ts'
import type { PrivacyNoticeVersion } from '@tahanan/contract/privacy-notice/answers.ts'
import { versionsQuery } from './calls.ts'
import '#ui/list-pages/styles.ts'
import './privacy-notice.css'

const PrivacyNoticeSheet = lazy(() => import('./privacy-notice-sheet.tsx'))

const formatSeenCount = ({ seenBy: count }: PrivacyNoticeVersion): string =>
  formatCount(count, 'account', 'accounts')

const COLUMNS: readonly TableColumn<PrivacyNoticeVersion>[] = [
  { label: 'Version', look: 'c-num', isRowOpener: true, renderCell: ({ id }) => id },
  { label: 'Published', look: 'c-num', renderCell: ({ publishedAt }) => formatDateTime(publishedAt) },
  { label: 'What Changed', look: 'wide', renderCell: ({ changes }) => changes },
  { label: 'Published By', renderCell: ({ postBy }) => postBy },
  { label: 'Seen By', look: 'c-num right', renderCell: formatSeenCount },
]

const toCard = (version: PrivacyNoticeVersion): CardContent => ({
  heading: `Version ${version.id}`,
  words: (
    <>
      <p>{version.changes}</p>
      <p className="num">
        {formatDateTime(version.publishedAt)}, {version.postBy}
      </p>
      <p className="num">Seen by {formatSeenCount(version)}</p>
    </>
  ),
})

/** Page with all versions of the privacy notice (rules 26.17). */
export default function VersionsPage() {
  const list = useListParams()
  const query = useQuery(versionsQuery(list.filter))
  const { panel, open, close } = usePanel()
  const navigate = useNavigate()
  return (
    <div className="office notice-versions">
      <PageHead title="Versions" />
      <DataList
        query={query}
        caption="Versions"
        pluralNoun="versions"
        filter={list.filter}
        purpose="Versions appear here once you publish the privacy notice."
        columns={COLUMNS}
        card={toCard}
        getName={({ id }) => `version ${id}`}
        onOpen={({ id }) => open(id)}
        actions={({ id }) => [
          { label: 'Read', icon: FileText, onSelect: () => open(id) },
          {
            label: 'Who saw it',
            icon: Users,
            onSelect: () => void navigate(`/super-admin/privacy-notice-views?version=${id}`),
          },
        ]}
        onPage={list.openPage}
        onResize={list.resize}
      />
      {panel?.id !== undefined && (
        <Suspense fallback={<OpeningMessage />}>
          <PrivacyNoticeSheet version={panel.id} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
