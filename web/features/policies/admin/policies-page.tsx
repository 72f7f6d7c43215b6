import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useAdmin } from '#lib/api/me.ts'
import { toText } from '#lib/record-values.ts'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { ListFrame } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { ListStates } from '#ui/list-pages/list-states.tsx'
import { useDeleteRecord } from '#ui/list-pages/use-delete-record.ts'
import { useLiveRows } from '#ui/list-pages/use-live-rows.ts'
import { ActionsHead } from '#ui/lists/table-head.tsx'
import type { DeleteConfirmation } from '#ui/overlays/dialogs.ts'
import { useLastKnown } from '#ui/panels/last-known.ts'
import { useOpenId, useMissingRecord } from '#ui/panels/open-id.ts'
import { useIsPhone } from '#ui/use-media-query.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import type { HeaderWithPolicies } from '@tahanan/contract/records/answers.ts'
import { policyHeader } from '@tahanan/contract/records/kinds/policy-header.ts'
import { policy } from '@tahanan/contract/records/kinds/policy.ts'
import { headersQuery } from './calls.ts'
import { HeaderCard, HeaderRows, type PolicyActions } from './header-view.tsx'
import { SortableHeaders } from './sortable-headers.tsx'
import { useReorder } from './use-reorder.ts'
import './policies.css'

type OpenForm =
  | { form: 'header'; id?: number }
  | { form: 'policy'; headerId: number; id?: number }
  | undefined

const NO_HEADERS: readonly HeaderWithPolicies[] = []
const STALE_QUERIES = [['records', 'policies']]

/** Page with the house rules: headers that can be sorted, each with its policies (rules 15.19). */
export default function PoliciesPage() {
  const { roles } = useAdmin()
  const list = useListParams()
  const { searchTerm } = list.filter
  const query = useQuery(headersQuery(searchTerm))
  const { openId: linkedId, setOpenId, getLink } = useOpenId('id')
  const [openForm, setOpenForm] = useState<OpenForm>()
  // The URL may contain the id of a policy, for example after a global search. This policy is then searched
  // in these rows.
  const rows = query.data?.data ?? NO_HEADERS
  const { value } = useLastKnown(
    linkedId,
    useMemo(() => findOpenPolicy(rows, linkedId), [rows, linkedId]),
  )
  const close = () => setOpenId(undefined)
  const isWhole = query.isSuccess && !query.isPlaceholderData && searchTerm === ''
  useMissingRecord(isWhole && linkedId !== undefined && !value, close)
  const remove = useDeleteRecord()
  const reorder = useReorder()
  useLiveRows('policies', undefined)
  const hasPermission = (flag: string): boolean => rolesAllow(roles, 'policies', flag)
  const deleteRecord = (recordPath: string, toast: string, id: number, question: DeleteConfirmation): void =>
    void remove({ path: `/${recordPath}/${id}`, question, toast, staleQueries: STALE_QUERIES })
  const actions: PolicyActions = {
    mayEdit: hasPermission('edit'),
    mayDelete: hasPermission('delete'),
    addPolicy: ({ id }) => setOpenForm({ form: 'policy', headerId: id }),
    editHeader: ({ id }) => setOpenForm({ form: 'header', id }),
    editPolicy: ({ id }) => setOpenId(id),
    getLink,
    deleteHeader: ({ id, header, policies }) =>
      deleteRecord('policy-header', 'Header', id, {
        name: header,
        lossWarning: describeLoss(policies.length),
      }),
    deletePolicy: ({ id, title }) => deleteRecord('policy', 'Policy', id, { name: title }),
    move: searchTerm === '' ? reorder : undefined,
  }
  return (
    <ListFrame
      title="House Rules & Policies Module"
      searchHint="Search Header, Sub Header, Title Etc..."
      list={list}
      add={
        hasPermission('add')
          ? { label: 'Add header', onPress: () => setOpenForm({ form: 'header' }) }
          : undefined
      }
    >
      <HeaderList query={query} searchTerm={searchTerm} actions={actions} />
      <OpenFormModal
        openForm={openForm ?? value}
        headers={rows}
        readOnly={!hasPermission('edit')}
        onClose={() => {
          setOpenForm(undefined)
          close()
        }}
      />
    </ListFrame>
  )
}

function findOpenPolicy(headers: readonly HeaderWithPolicies[], id: number | undefined): OpenForm {
  const header = headers.find(({ policies }) => policies.some((policy) => policy.id === id))
  return header && { form: 'policy', headerId: header.id, id }
}

function describeLoss(policies: number): string | undefined {
  if (policies === 0) return undefined
  return policies === 1
    ? 'The policy under it is deleted too.'
    : `The ${policies} policies under it are deleted too.`
}

interface HeaderListProps {
  query: ReturnType<typeof useQuery<{ data: HeaderWithPolicies[] }>>
  searchTerm: string
  actions: PolicyActions
}

function HeaderList({ query, searchTerm, actions }: HeaderListProps) {
  const phone = useIsPhone()
  const [toggledIds, setToggledIds] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number): void =>
    setToggledIds((previousIds) => {
      const openIdsAfterToggle = new Set(previousIds)
      if (!openIdsAfterToggle.delete(id)) openIdsAfterToggle.add(id)
      return openIdsAfterToggle
    })
  const HeaderComponent = phone ? HeaderCard : HeaderRows
  return (
    <ListStates
      query={query}
      pluralNoun="policies"
      filter={{ searchTerm }}
      skeleton={{ columns: [['Header'], ['Policies'], ['Files']], count: 5, actions: true }}
      purpose="Begin with a header; policies stand under it."
    >
      {(headers) => {
        const views = headers.map((header, index) => (
          <HeaderComponent
            key={header.id}
            header={header}
            index={index}
            count={headers.length}
            open={toggledIds.has(header.id) !== (searchTerm !== '')}
            onToggle={() => toggle(header.id)}
            actions={actions}
          />
        ))
        return (
          <SortableHeaders headers={headers} onMove={(id, to) => actions.move?.(id, to)}>
            {phone ? views : <HeaderTable sortable={actions.move !== undefined}>{views}</HeaderTable>}
          </SortableHeaders>
        )
      }}
    </ListStates>
  )
}

function HeaderTable({ sortable, children }: { sortable: boolean; children: ReactNode }) {
  return (
    <section className="panel records">
      <table className="table policies">
        <caption className="visually-hidden">House rules and policies</caption>
        <thead>
          <tr>
            {sortable && (
              <th scope="col">
                <span className="visually-hidden">Order</span>
              </th>
            )}
            <th scope="col">Header</th>
            <th scope="col">Policies</th>
            <th scope="col">Files</th>
            <ActionsHead />
          </tr>
        </thead>
        {children}
      </table>
    </section>
  )
}

interface OpenFormModalProps {
  openForm: OpenForm
  headers: readonly HeaderWithPolicies[]
  readOnly: boolean
  onClose: () => void
}

function findOpenRecord(openForm: NonNullable<OpenForm>, headers: readonly HeaderWithPolicies[]) {
  const isHeader = openForm.form === 'header'
  const headerId = isHeader ? openForm.id : openForm.headerId
  const header = headers.find(({ id }) => id === headerId)
  const editedRecord = isHeader ? header : header?.policies.find(({ id }) => id === openForm.id)
  const isMissing = (openForm.id !== undefined && !editedRecord) || (!isHeader && !header)
  return isMissing ? undefined : { isHeader, headerId, header, record: editedRecord }
}

function OpenFormModal({ openForm, headers, readOnly, onClose }: OpenFormModalProps) {
  const openRecord = useMemo(() => openForm && findOpenRecord(openForm, headers), [openForm, headers])
  const { value, isGone } = useLastKnown(openForm && JSON.stringify(openForm), openRecord)
  if (!openForm || !value) return null
  const { isHeader, headerId, header, record } = value
  const { form, path } = isHeader ? policyHeader : policy
  const formVerb = record ? (readOnly ? 'VIEW' : 'EDIT') : 'ADD'
  return (
    <FormSheet
      key={openForm.form}
      formDefinition={form}
      path={`/${path.one}`}
      noun={capitalize(openForm.form)}
      getName={({ header: name, title }) => toText(isHeader ? name : title)}
      title={getFormTitle(formVerb, openForm.form)}
      subtitle={isHeader ? undefined : header?.header}
      extraValues={isHeader ? undefined : { policyHeaderId: headerId }}
      record={record}
      readOnly={record && readOnly}
      isGone={isGone}
      staleQueries={STALE_QUERIES}
      onClose={onClose}
    />
  )
}
