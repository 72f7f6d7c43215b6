import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api/api.ts'
import { followDownload } from '#lib/api/save-file.ts'
import { formatDateTime } from '#lib/time.ts'
import { ListFrame } from '#ui/list-pages/list-page.tsx'
import { RecordList } from '#ui/list-pages/record-list.tsx'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import type { DownloadLink } from '@tahanan/contract/answers.ts'
import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import { AuditFilters } from './audit-filters.tsx'
import { auditQuery } from './calls.ts'
import { EntrySheet } from './entry-sheet.tsx'
import { getActionLabel, getAreaLabel, entrySummary, getSubjectLabel } from './entry-words.ts'
import { useAuditParams } from './use-audit-params.ts'
import './audit.css'

const renderNamed = (name: string | null, kind: string) => (
  <>
    {name || kind}
    {name && <small>{kind}</small>}
  </>
)

const COLUMNS: readonly RecordColumn<AuditEntry>[] = [
  { label: 'When', look: 'c-num', opens: true, show: ({ at }) => formatDateTime(at) },
  { label: 'Who', look: 'wide', show: (entry) => renderNamed(entry.actor.name, getAreaLabel(entry)) },
  { label: 'Action', show: (entry) => <Action entry={entry} /> },
  { label: 'What', look: 'wide', show: (entry) => renderNamed(entry.subjectName, getSubjectLabel(entry)) },
  { label: 'Changes', look: 'wide', show: (entry) => <span className="clip">{entrySummary(entry)}</span> },
]

const cardOf = (entry: AuditEntry): CardWords => ({
  heading: (
    <>
      {getActionLabel(entry)}: {entry.subjectName || getSubjectLabel(entry)}
    </>
  ),
  words: (
    <>
      <p className="num">{formatDateTime(entry.at)}</p>
      <p>
        {entry.actor.name ? `${entry.actor.name}, ` : ''}
        {getAreaLabel(entry)}
      </p>
      {entrySummary(entry) && <p className="clip">{entrySummary(entry)}</p>}
    </>
  ),
})

const WARNING_ACTIONS: readonly string[] = ['refused', 'loginFailed', 'reset', 'remove']

function Action({ entry }: { entry: AuditEntry }) {
  return (
    <span className={WARNING_ACTIONS.includes(entry.action) ? 'grave' : undefined}>
      {getActionLabel(entry)}
    </span>
  )
}

/** The audit log, with values before and after (rules 12.15). */
export default function AuditPage() {
  const { filter, page, limit, change, resize } = useAuditParams()
  const query = useQuery(auditQuery(filter, page, limit))
  const [open, setOpen] = useState<AuditEntry>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post<DownloadLink>('/audit-log/export-link', filter),
    onSuccess: ({ url }) => followDownload(url),
  })
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return (
    <ListFrame
      title="Audit Log"
      className="audit"
      searchHint="Search who, what, details or address"
      list={{ filter, change }}
      csv={{ label: 'Export', download: mutate, busy: isPending }}
    >
      <AuditFilters filter={filter} isFiltered={isFiltered} onChange={change} />
      <RecordList
        query={query}
        caption="Audit Log"
        things="entries"
        // Any filter counts as a search, so that no result does not read 'nothing yet'.
        filter={{ page, limit, searchTerm: isFiltered ? 'narrowed' : '' }}
        purpose="What administrators and the super-administrator do is written here."
        columns={COLUMNS}
        card={cardOf}
        nameOf={(entry) => `${getActionLabel(entry)} ${entry.subjectName ?? ''} ${entry.id}`}
        onOpen={setOpen}
        onPage={(next) => change({ page: next })}
        onResize={resize}
      />
      {open && <EntrySheet entry={open} onClose={() => setOpen(undefined)} />}
    </ListFrame>
  )
}
