import { useQuery } from '@tanstack/react-query'
import { useAddress } from '#lib/address/use-address.ts'
import { formatCsvTime, formatDateTime } from '#lib/time.ts'
import { NativeSelect } from '#ui/controls/input.tsx'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useCsvDownload } from '#ui/list-pages/use-csv-download.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { AUDIT_AREAS } from '@tahanan/contract/audit.ts'
import { formatRowsCsv } from '@tahanan/contract/csv.ts'
import type { PrivacyNoticeView } from '@tahanan/contract/privacy-notice/answers.ts'
import { versionsQuery, viewsQuery } from './calls.ts'
import './privacy-notice.css'

const COLUMNS: readonly TableColumn<PrivacyNoticeView>[] = [
  { label: 'Seen', look: 'c-num', renderCell: ({ at }) => formatDateTime(at) },
  { label: 'Name', look: 'wide', renderCell: ({ name }) => name },
  { label: 'Code', look: 'wide', renderCell: ({ login }) => login },
  { label: 'Area', renderCell: ({ area }) => AUDIT_AREAS[area] },
  { label: 'Version', look: 'c-num right', renderCell: ({ version }) => version },
]

const formatViewsCsv = (rows: readonly PrivacyNoticeView[]): string =>
  formatRowsCsv(rows, {
    version: ({ version }) => version,
    area: ({ area }) => AUDIT_AREAS[area],
    name: ({ name }) => name,
    code: ({ login }) => login,
    seenAt: ({ at }) => formatCsvTime(at),
  })

const toCard = ({ name, login, area, version, at }: PrivacyNoticeView): CardContent => ({
  heading: name,
  words: (
    <>
      <p className="num">{login}</p>
      <p>
        {AUDIT_AREAS[area]}, version {version}
      </p>
      <p className="num">{formatDateTime(at)}</p>
    </>
  ),
})

const ALL_VERSIONS = { page: 1, limit: 0 }

/** Page with the accounts that have seen each version of the privacy notice (rules 26.17). */
export default function ViewsPage() {
  const [params] = useAddress()
  const version = /^\d{1,9}$/.exec(params.get('version') ?? '')?.[0] ?? ''
  // The key remounts the list for another version, so that no row of the previous version stays selected.
  return <Views key={version} version={version} />
}

function Views({ version }: { version: string }) {
  const [, changeAddress] = useAddress()
  const list = useListParams()
  const query = useQuery(viewsQuery(version, list.filter))
  const { data: versions } = useQuery(versionsQuery(ALL_VERSIONS))
  const { download, ...csv } = useCsvDownload({
    path: '/privacy-notice-viewIds',
    file: 'Privacy Notice Views.csv',
    toCsv: formatViewsCsv,
  })
  return (
    <ListPage
      title="Seen by"
      className="notice-views"
      searchHint="Search name, client code or email"
      list={list}
      query={query}
      pluralNoun="accounts"
      purpose="Accounts that log in while a version is shown appear here."
      columns={COLUMNS}
      card={toCard}
      getName={({ name }) => name}
      csv={{ ...csv, download: (choice) => download({ ...choice, ...(version && { version }) }) }}
      tools={
        <NativeSelect
          aria-label="Version"
          value={version}
          options={(versions?.data ?? []).map(({ id }) => ({ value: String(id), label: `Version ${id}` }))}
          onChange={({ target }) =>
            changeAddress((address) => {
              address.delete('page')
              if (target.value) address.set('version', target.value)
              else address.delete('version')
            })
          }
        >
          <option value="">All versions</option>
        </NativeSelect>
      }
    />
  )
}
