import '../../../ui/list-pages/styles.ts'
import '../../../ui/list-pages/record-list.css'
import './policies.css'
import { policyForm, policyHeaderForm } from '@tahanan/contract/content/forms.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormSheet } from '../../../ui/forms/form-sheet.tsx'
import { ApiError } from '../../../lib/api/api.ts'
import { useAdmin } from '../../../lib/api/me.ts'
import { idIn, usePanelAddress } from '../../../lib/address/panel-address.ts'
import { SearchBox } from '../../../ui/list-pages/list-tools.tsx'
import { useListParams } from '../../../ui/list-pages/list-params.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { CardSkeletons, TableSkeleton } from '../../../ui/lists/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { useDeleteRecord } from '../../../ui/list-pages/use-delete-record.ts'
import { useLiveRecords } from '../../../ui/list-pages/use-live-records.ts'
import { headersQuery, type PolicyHeader } from './calls.ts'
import { HeaderCard, HeaderRows, type PolicyActions } from './header-view.tsx'
import { SortableHeaders } from './sortable-headers.tsx'
import { useReorder } from './use-reorder.ts'

/** The open modal: one of four. */
type Open = { form: 'header'; id?: number } | { form: 'policy'; headerId: number; id?: number } | undefined

const STALE = [['records', 'policies']]

/** House rules: headers that can be put in order, each with its policies (rules 15.19). */
export default function PoliciesPage() {
  const phone = useIsPhone()
  const { roles } = useAdmin()
  const { filter, change } = useListParams()
  const { searchTerm } = filter
  const query = useQuery({ ...headersQuery(searchTerm), placeholderData: keepPreviousData })
  const { params, close } = usePanelAddress(['id'])
  const [open, setOpen] = useState<Open>()
  // the search leads to a policy by its id
  const linked = idIn(params, 'id')
  const remove = useDeleteRecord()
  const reorder = useReorder()
  useLiveRecords('policies', undefined)
  const may = (flag: string): boolean => allows(roles, 'policies', flag)
  const many = 'policies'
  const actions: PolicyActions = {
    mayEdit: may('edit'),
    mayDelete: may('delete'),
    addPolicy: ({ id }) => setOpen({ form: 'policy', headerId: id }),
    editHeader: ({ id }) => setOpen({ form: 'header', id }),
    editPolicy: ({ id, policyHeaderId }) => setOpen({ form: 'policy', headerId: policyHeaderId, id }),
    deleteHeader: ({ id, header, policies }) =>
      void remove({ one: 'policy-header', many, toast: 'Policy' }, id, header, lossOf(policies.length)),
    deletePolicy: ({ id, title }) => void remove({ one: 'policy', many, toast: 'Policy' }, id, title),
    move: searchTerm === '' ? reorder : undefined,
  }
  const add = { label: 'Add header', icon: Plus, onPress: () => setOpen({ form: 'header' }) }
  return (
    <div className="office">
      <PageHead title="House Rules & Policies Module" action={phone && may('add') ? add : undefined} />
      <div className="office-tools">
        <SearchBox
          hint="Search Header, Sub Header, Title Etc..."
          value={searchTerm}
          onSearch={(term) => change({ searchTerm: term })}
        />
        {!phone && may('add') && (
          <>
            <span className="sp" />
            <Button kind="primary" icon={Plus} onClick={add.onPress}>
              {add.label}
            </Button>
          </>
        )}
      </div>
      <Headers query={query} searchTerm={searchTerm} actions={actions} />
      <Modals
        open={open ?? openOf(query.data?.data ?? [], linked)}
        headers={query.data?.data ?? []}
        readOnly={!may('edit')}
        onClose={() => {
          setOpen(undefined)
          close()
        }}
      />
    </div>
  )
}

/** The modal of a policy that a link names. */
function openOf(headers: readonly PolicyHeader[], id: number | undefined): Open {
  const header = headers.find(({ policies }) => policies.some((policy) => policy.id === id))
  return header && { form: 'policy', headerId: header.id, id }
}

function lossOf(policies: number): string | undefined {
  if (policies === 0) return undefined
  return policies === 1
    ? 'The policy under it is deleted too.'
    : `The ${policies} policies under it are deleted too.`
}

interface HeadersProps {
  query: ReturnType<typeof useQuery<{ data: PolicyHeader[] }>>
  searchTerm: string
  actions: PolicyActions
}

function Headers({ query, searchTerm, actions }: HeadersProps) {
  const phone = useIsPhone()
  const { data: list, error, refetch, isFetching } = query
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  if (!list && error) {
    return (
      <ErrorState
        error={error}
        title="We could not load the policies"
        busy={isFetching}
        onRetry={() => void refetch()}
      >
        {error instanceof ApiError && !error.unanswered ? error.message : undefined}
      </ErrorState>
    )
  }
  if (!list)
    return phone ? (
      <CardSkeletons />
    ) : (
      <TableSkeleton columns={[['Header'], ['Policies'], ['Files']]} count={5} actions />
    )
  const headers = list.data
  if (headers.length === 0) {
    return searchTerm === '' ? (
      <EmptyState title="No policies yet">Begin with a header; policies stand under it.</EmptyState>
    ) : (
      <EmptyState title="No policies here">Try another search.</EmptyState>
    )
  }
  const views = headers.map((header, place) => {
    const isOpen = opened.has(header.id) !== (searchTerm !== '')
    const toggle = (): void =>
      setOpened((before) => {
        const after = new Set(before)
        if (!after.delete(header.id)) after.add(header.id)
        return after
      })
    const View = phone ? HeaderCard : HeaderRows
    return (
      <View
        key={header.id}
        header={header}
        place={place}
        count={headers.length}
        open={isOpen}
        onToggle={toggle}
        actions={actions}
      />
    )
  })
  return (
    <SortableHeaders headers={headers} onMove={(id, to) => actions.move?.(id, to)}>
      {phone ? views : <HeaderTable sortable={actions.move !== undefined}>{views}</HeaderTable>}
    </SortableHeaders>
  )
}

interface HeaderTableProps {
  /** With a column of handles. */
  sortable: boolean
  children: ReactNode
}

function HeaderTable({ sortable, children }: HeaderTableProps) {
  return (
    <section className="panel records">
      <table className="table policies">
        <caption className="sr">House rules and policies</caption>
        <thead>
          <tr>
            {sortable && (
              <th scope="col">
                <span className="sr">Order</span>
              </th>
            )}
            <th scope="col">Header</th>
            <th scope="col">Policies</th>
            <th scope="col">Files</th>
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        {children}
      </table>
    </section>
  )
}

interface ModalsProps {
  open: Open
  headers: readonly PolicyHeader[]
  readOnly: boolean
  onClose: () => void
}

function Modals({ open, headers, readOnly, onClose }: ModalsProps) {
  if (!open) return null
  const shared = { noun: 'Policy', stale: STALE, onClose }
  if (open.form === 'header') {
    const record = headers.find(({ id }) => id === open.id)
    if (open.id !== undefined && !record) return null
    return (
      <FormSheet
        {...shared}
        declared={policyHeaderForm}
        path="/policy-header"
        title={record ? (readOnly ? 'View header' : 'Edit header') : 'Add header'}
        record={record}
        readOnly={record && readOnly}
      />
    )
  }
  const header = headers.find(({ id }) => id === open.headerId)
  const record = header?.policies.find(({ id }) => id === open.id)
  if (!header || (open.id !== undefined && !record)) return null
  return (
    <FormSheet
      {...shared}
      declared={policyForm}
      path="/policy"
      title={record ? (readOnly ? 'View policy' : 'Edit policy') : 'Add policy'}
      subtitle={header.header}
      extra={{ policyHeaderId: header.id }}
      record={record}
      readOnly={readOnly}
    />
  )
}
