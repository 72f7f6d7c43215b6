import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { useAddress } from '#lib/address/use-address.ts'
import { api } from '#lib/api/api.ts'
import { createPageQuery } from '#lib/api/create-api-query.ts'
import { startDownload } from '#lib/api/save-file.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { DayField } from '#ui/controls/day-field.tsx'
import { NativeSelect } from '#ui/controls/input.tsx'
import { DataList } from '#ui/list-pages/data-list.tsx'
import { ListFrame } from '#ui/list-pages/list-page.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { getRowsPerPage, saveRowsPerPage } from '#ui/lists/list-choices.ts'
import type { DownloadLink, ListOf } from '@tahanan/contract/answers.ts'
import { AUDIT_ACTIONS, AUDIT_AREAS, AUDIT_SUBJECTS } from '@tahanan/contract/audit.ts'
import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import { AuditEntrySheet } from './audit-entry-sheet.tsx'
import './audit.css'
import {
  summarizeAuditEntry,
  getActionLabel,
  getAreaLabel,
  getSubjectLabel,
} from './summarize-audit-entry.ts'

const NO_FILTER = { searchTerm: '', action: '', subject: '', actor: '', from: '', to: '' }

type AuditFilter = typeof NO_FILTER

function auditQuery(filter: AuditFilter, page: number, limit: number) {
  const query = { ...filter, page, limit }
  return createPageQuery<ListOf<AuditEntry>>(['audit-log', filter, page, limit], '/audit-log', query, {
    staleTime: 5000,
  })
}

const renderNameAndKind = (name: string | null, kind: string) => (
  <>
    {name || kind}
    {name && <small>{kind}</small>}
  </>
)

const COLUMNS: readonly TableColumn<AuditEntry>[] = [
  { label: 'When', look: 'c-num', isRowOpener: true, renderCell: ({ at }) => formatDateTime(at) },
  {
    label: 'Who',
    look: 'wide',
    renderCell: (entry) => renderNameAndKind(entry.actor.name, getAreaLabel(entry)),
  },
  { label: 'Action', renderCell: (entry) => <ActionLabel entry={entry} /> },
  {
    label: 'What',
    look: 'wide',
    renderCell: (entry) => renderNameAndKind(entry.subjectName, getSubjectLabel(entry)),
  },
  {
    label: 'Changes',
    look: 'wide',
    renderCell: (entry) => <span className="clip">{summarizeAuditEntry(entry)}</span>,
  },
]

const toCard = (entry: AuditEntry): CardContent => ({
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
      {summarizeAuditEntry(entry) && <p className="clip">{summarizeAuditEntry(entry)}</p>}
    </>
  ),
})

const WARNING_ACTIONS: readonly string[] = ['refused', 'loginFailed', 'reset', 'remove']

function ActionLabel({ entry }: { entry: AuditEntry }) {
  return (
    <span className={WARNING_ACTIONS.includes(entry.action) ? 'grave' : undefined}>
      {getActionLabel(entry)}
    </span>
  )
}

/** Audit log: changes with the values before and after (rules 12.15). */
export default function AuditPage() {
  const { filter, page, limit, change, resize } = useAuditParams()
  const query = useQuery(auditQuery(filter, page, limit))
  const [openEntry, setOpen] = useState<AuditEntry>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post<DownloadLink>('/audit-log/export-link', filter),
    onSuccess: ({ url }) => startDownload(url),
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
      <DataList
        query={query}
        caption="Audit Log"
        pluralNoun="entries"
        // If any filter is set, passes a placeholder as search term. Otherwise an empty result would be
        // shown as an empty audit log.
        filter={{ page, limit, searchTerm: isFiltered ? 'narrowed' : '' }}
        purpose="What administrators and the super-administrator do is written here."
        columns={COLUMNS}
        card={toCard}
        getName={(entry) => `${getActionLabel(entry)} ${entry.subjectName ?? ''} ${entry.id}`}
        onOpen={setOpen}
        onPage={(next) => change({ page: next })}
        onResize={resize}
      />
      {openEntry && <AuditEntrySheet entry={openEntry} onClose={() => setOpen(undefined)} />}
    </ListFrame>
  )
}

interface AuditFiltersProps {
  filter: AuditFilter
  isFiltered: boolean
  onChange: (next: Partial<AuditFilter>) => void
}

const FILTER_CHOICES = [
  { name: 'action', label: 'Action', all: 'All actions', options: AUDIT_ACTIONS },
  { name: 'subject', label: 'What', all: 'Everything', options: AUDIT_SUBJECTS },
  { name: 'actor', label: 'Who', all: 'Everybody', options: AUDIT_AREAS },
] as const

function AuditFilters({ filter, isFiltered, onChange }: AuditFiltersProps) {
  const id = useId()
  return (
    <div className="auditfilters acts" role="group" aria-label="Filter">
      {FILTER_CHOICES.map(({ name, label, all, options }) => (
        <NativeSelect
          key={name}
          aria-label={label}
          value={filter[name]}
          options={Object.entries(options).map(([value, optionLabel]) => ({ value, label: optionLabel }))}
          onChange={({ target }) => onChange({ [name]: target.value })}
        >
          <option value="">{all}</option>
        </NativeSelect>
      ))}
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className="day row">
          <label htmlFor={`${id}-${name}`}>{name === 'from' ? 'From' : 'To'}</label>
          <DayField id={`${id}-${name}`} value={filter[name]} onChange={(day) => onChange({ [name]: day })} />
        </div>
      ))}
      {isFiltered && (
        <Button kind="quiet" icon={X} onClick={() => onChange(NO_FILTER)}>
          Clear
        </Button>
      )}
    </div>
  )
}

const FILTER_NAMES = Object.keys(NO_FILTER) as (keyof AuditFilter)[]

/**
 * Stores filter, page and rows per page (rules 12.22) of the audit log in the URL, so that reloads and shared
 * links show the same rows.
 */
function useAuditParams() {
  const [params, changeAddress] = useAddress()
  const filter = { ...NO_FILTER }
  for (const name of FILTER_NAMES) filter[name] = (params.get(name) ?? '').slice(0, 200)
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const limit = getRowsPerPage(params.get('limit'))
  return {
    filter,
    page,
    limit,
    change: ({ page: next = 1, ...rest }: Partial<AuditFilter> & { page?: number }): void =>
      changeAddress(
        (address) => {
          for (const [name, value] of Object.entries({ ...rest, page: next > 1 ? String(next) : '' })) {
            if (value) address.set(name, value)
            else address.delete(name)
          }
          // The rows per page are stored too. Otherwise a person who opens a shared link could see other
          // rows.
          if (next > 1) address.set('limit', String(limit))
        },
        // A change of page adds a browser history entry; a change of the filter replaces the current one.
        { replace: Object.keys(rest).length > 0, isSearch: rest.searchTerm !== undefined },
      ),
    resize: (rows: number): void => {
      saveRowsPerPage(rows)
      const nextPage = Math.floor(((page - 1) * limit) / rows) + 1
      changeAddress(
        (address) => {
          address.set('limit', String(rows))
          if (nextPage > 1) address.set('page', String(nextPage))
          else address.delete('page')
        },
        { replace: true },
      )
    },
  }
}
