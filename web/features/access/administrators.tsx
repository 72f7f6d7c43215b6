import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { createRowsQuery } from '#lib/api/row-queries.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { DataList } from '#ui/list-pages/data-list.tsx'
import { ListTools } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useDeleteRecord } from '#ui/list-pages/use-delete-record.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { SortKey } from '#ui/lists/sort.tsx'
import { type RowAction, createDeleteAction, createOpenAction } from '#ui/overlays/row-menu.tsx'
import { useMayStayOpen } from '#ui/panels/last-known.ts'
import { useOpenId } from '#ui/panels/open-id.ts'
import { usePanel } from '#ui/panels/panel.ts'
import { useIsNarrowDesktop, useIsPhone } from '#ui/use-media-query.ts'
import { LastActive } from '#ui/values/last-active.tsx'
import { MailRefusedTag } from '#ui/values/status-tag.tsx'
import type { Administrator } from '@tahanan/contract/admins/answers.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { AccessModal } from './access-modal.tsx'
import { AdministratorModal } from './administrator-modal.tsx'
import { ADMINISTRATORS_PATH, ADMINISTRATOR_PATH, STALE_ADMINISTRATOR_QUERIES, useManager } from './calls.ts'
import './access.css'

/** Sort keys of the list. The kind `length` sorts by the length of the text (rules 2.12). */
const SORT_KEYS: readonly SortKey[] = [
  { key: 'name', label: 'Name', kind: 'length' },
  { key: 'firstName', label: 'First Name', kind: 'length' },
  { key: 'lastName', label: 'Last Name', kind: 'length' },
  { key: 'email', label: 'Email', kind: 'length' },
  { key: 'created_at', label: 'Date', kind: 'date' },
]

const renderLastActive = ({ lastSeen }: Administrator) => lastSeen && <LastActive lastSeen={lastSeen} />

const COLUMNS: readonly TableColumn<Administrator>[] = [
  { label: 'Last Active', look: 'c-num', renderCell: renderLastActive },
  { label: 'Name', look: 'wide', isRowOpener: true, renderCell: ({ name }) => name },
  { label: 'First Name', look: 'wide', renderCell: ({ firstName }) => firstName },
  { label: 'Last Name', look: 'wide', renderCell: ({ lastName }) => lastName },
  {
    label: 'Email',
    look: 'wide',
    renderCell: ({ email, mailRefusedAt }) => (
      <>
        {email} <MailRefusedTag at={mailRefusedAt} />
      </>
    ),
  },
  { label: 'Date', look: 'c-num', renderCell: ({ created_at }) => formatDateTime(created_at) },
]

const toCard = (row: Administrator): CardContent => ({
  heading: row.name,
  words: (
    <>
      {`${row.firstName} ${row.lastName}`.trim() !== row.name.trim() && (
        <p>
          {row.firstName} {row.lastName}
        </p>
      )}
      <p>
        {row.email} <MailRefusedTag at={row.mailRefusedAt} />
      </p>
      <p className="num">Since {formatDateTime(row.created_at)}</p>
      {row.lastSeen && <p>{renderLastActive(row)}</p>}
    </>
  ),
})

export default function Administrators() {
  const phone = useIsPhone()
  const isNarrow = useIsNarrowDesktop()
  const manager = useManager()
  const list = useListParams({ keys: SORT_KEYS, newest: 'created_at' })
  const { filter, change, openPage, resize, sorting } = list
  const query = useQuery(createRowsQuery<Administrator>(ADMINISTRATORS_PATH, filter))
  useLiveRefetch(liveChannels.administrators, ...STALE_ADMINISTRATOR_QUERIES)
  const { panel, open, close, getLink } = usePanel()
  const { openId: accessId, setOpenId: manageAccess, getLink: getAccessLink } = useOpenId('access')
  const remove = useDeleteRecord()
  const isAllowed = (flag: string) => manager.roles === null || rolesAllow(manager.roles, 'utilities', flag)
  const isAdding = useMayStayOpen(panel && panel.id === undefined ? 'new' : undefined, isAllowed('add'))
  const listActions = (row: Administrator): RowAction[] => [
    ...(row.can.includes('manageAccess')
      ? [{ label: 'Manage Access', icon: KeyRound, onSelect: () => manageAccess(row.id) }]
      : []),
    ...(row.can.includes('view') ? [createOpenAction(() => open(row.id))] : []),
    ...(row.can.includes('delete') ? [createDeleteAction(() => void remove(toDeletion(row)))] : []),
  ]
  return (
    <section className="administrators">
      <h2 className="visually-hidden">Administrator List</h2>
      <ListTools searchHint="Search Name, Email, First Name, LastName, Etc..." list={list}>
        {isAllowed('add') && (
          <Button kind="primary" icon={Plus} onClick={() => open()}>
            {phone ? 'Add' : 'Add admin'}
          </Button>
        )}
      </ListTools>
      <DataList
        query={query}
        caption="Administrator List"
        pluralNoun="administrators"
        filter={filter}
        purpose="Add the people of the office here, and give each the access that they need."
        columns={COLUMNS}
        card={toCard}
        getName={({ name, email }) => `${name} ${email}`}
        menu={isNarrow}
        sorting={sorting}
        onPage={openPage}
        onResize={resize}
        onClearSearch={() => change({ searchTerm: '' })}
        getLink={isAllowed('view') ? getLink : isAllowed('manageAccess') ? getAccessLink : undefined}
        actions={listActions}
      />
      {panel && (panel.id !== undefined || isAdding) && (
        <AdministratorModal key={panel.id} id={panel.id} manager={manager} onClose={close} />
      )}
      {accessId !== undefined && isAllowed('manageAccess') && (
        <AccessModal
          key={accessId}
          id={accessId}
          listedAdministrator={query.data?.data.find(({ id }) => id === accessId)}
          manager={manager}
          onClose={() => manageAccess(undefined)}
        />
      )}
    </section>
  )
}

const toDeletion = ({ id, name, email }: Administrator) => ({
  path: `/${ADMINISTRATOR_PATH}/${id}`,
  question: { title: 'Do you want to reject this item?', name: `${name}, ${email}` },
  toast: 'Admin',
  staleQueries: STALE_ADMINISTRATOR_QUERIES,
})
