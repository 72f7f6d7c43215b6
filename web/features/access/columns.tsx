import { formatDateTime } from '#lib/time.ts'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import type { SortKey } from '#ui/lists/sort.tsx'
import { LastActive } from '#ui/values/last-active.tsx'
import { MailRefused } from '#ui/values/status-tag.tsx'
import type { Administrator } from '@tahanan/contract/admins/answers.ts'

/** Sort keys of the list; each sorts by the length of its text (rules 2.12). */
export const SORT_KEYS: readonly SortKey[] = [
  { key: 'name', label: 'Name', kind: 'length' },
  { key: 'firstName', label: 'First Name', kind: 'length' },
  { key: 'lastName', label: 'Last Name', kind: 'length' },
  { key: 'email', label: 'Email', kind: 'length' },
  { key: 'created_at', label: 'Date', kind: 'date' },
]

/** Empty before the first login. */
const lastActive = ({ lastSeen }: Administrator) => lastSeen && <LastActive lastSeen={lastSeen} />

/** Columns of the Administrator List. */
export const COLUMNS: readonly RecordColumn<Administrator>[] = [
  { label: 'Last Active', look: 'c-num', show: lastActive },
  { label: 'Name', look: 'wide', opens: true, show: ({ name }) => name },
  { label: 'First Name', look: 'wide', show: ({ firstName }) => firstName },
  { label: 'Last Name', look: 'wide', show: ({ lastName }) => lastName },
  {
    label: 'Email',
    look: 'wide',
    show: ({ email, mailRefusedAt }) => (
      <>
        {email} <MailRefused at={mailRefusedAt} />
      </>
    ),
  },
  { label: 'Date', look: 'c-num', show: ({ created_at }) => formatDateTime(created_at) },
]

export const cardOf = (row: Administrator): CardWords => ({
  heading: row.name,
  words: (
    <>
      {`${row.firstName} ${row.lastName}`.trim() !== row.name.trim() && (
        <p>
          {row.firstName} {row.lastName}
        </p>
      )}
      <p>
        {row.email} <MailRefused at={row.mailRefusedAt} />
      </p>
      <p className="num">Since {formatDateTime(row.created_at)}</p>
      {row.lastSeen && <p>{lastActive(row)}</p>}
    </>
  ),
})
