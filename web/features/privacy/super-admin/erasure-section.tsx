import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { formatCount } from '#lib/format-number.ts'
import { formatDate, formatDateTime } from '#lib/time.ts'
import { useDebouncedText } from '#lib/use-debounced-text.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { TableHead } from '#ui/lists/table-head.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { ErasureAnswer, ErasureRequest, FoundTenant } from '@tahanan/contract/privacy/erasure-answers.ts'
import { TenantDataSheet } from './tenant-data-sheet.tsx'

const POLL_INTERVAL_MS = 1500

export const erasuresQuery = createApiQuery<ListOf<ErasureAnswer>>(
  ['erasures'],
  '/erasures',
  { limit: '10' },
  {
    refetchInterval: ({ state }) =>
      state.data?.data.some((erasure) => erasure.state === 'waiting') ? POLL_INTERVAL_MS : false,
  },
)

/**
 * Section that searches a tenant in order to copy or erase their data, and lists the erasures (rules 26.8).
 */
export function ErasureSection() {
  const [typedText, setTypedText] = useState('')
  const [openId, setOpenId] = useState<number>()
  const searchText = useDebouncedText(typedText.trim())
  const tenantQuery = useQuery({
    ...createApiQuery<{ data: FoundTenant[] }>(['erasure-tenants', searchText], '/erasure-tenants', {
      searchTerm: searchText,
    }),
    enabled: searchText !== '',
  })
  const foundTenants = searchText === '' ? undefined : tenantQuery.data?.data
  return (
    <section className="stack gap-4" aria-labelledby="erasure-title">
      <h2 id="erasure-title">Copies and erasures</h2>
      <Requests onOpen={setOpenId} />
      <Field label="Find a tenant" help="By unit or name, also one whose account was deleted.">
        <Input type="search" value={typedText} onChange={({ target }) => setTypedText(target.value)} />
      </Field>
      {searchText !== '' && !tenantQuery.data && (
        <QueryState query={tenantQuery} title="We could not search" />
      )}
      {foundTenants?.length === 0 && <p className="minor">No tenant has this unit or name.</p>}
      {foundTenants && foundTenants.length > 0 && (
        <div className="panel">
          <table className="table folds">
            <caption className="visually-hidden">Tenants found</caption>
            <TableHead columns={['Unit', 'Name', 'Account']} actions />
            <tbody>
              {foundTenants.map(({ id, clientCode, name, isClosed }) => (
                <tr key={id}>
                  <th scope="row">{clientCode}</th>
                  <td>{name}</td>
                  <td>{isClosed ? 'Deleted' : 'Open'}</td>
                  <td className="row-acts">
                    <Button onClick={() => setOpenId(id)}>
                      Open
                      <span className="visually-hidden"> {clientCode}</span>
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {openId !== undefined && <TenantDataSheet id={openId} onClose={() => setOpenId(undefined)} />}
      <Erasures />
    </section>
  )
}

const erasureRequestsQuery = createApiQuery<{ data: ErasureRequest[] }>(
  ['erasure-requests'],
  '/erasure-requests',
)

function Requests({ onOpen }: { onOpen: (tenantId: number) => void }) {
  const query = useQuery(erasureRequestsQuery)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (requestId: number) => api.post('/erasures', { requestId }),
  })
  const erase = useNonOverlappingCall(async ({ id, who, records }: ErasureRequest) => {
    const isConfirmed = await confirm({
      title: `Erase ${who}?`,
      content: `Their data in ${formatCount(records, 'record', 'records')} is removed for good. You cannot undo this.`,
      okText: 'Erase',
      danger: true,
    })
    if (!isConfirmed) return
    await mutateAsync(id)
    toast.success('The erasure has begun')
    await queryClient.invalidateQueries({ queryKey: ['erasures'] })
    await queryClient.invalidateQueries({ queryKey: ['erasure-requests'] })
  })
  if (!query.data) return <QueryState query={query} title="We could not load the requests" />
  const erasureRequests = query.data.data
  if (erasureRequests.length === 0) return null
  return (
    <div className="panel">
      <table className="table folds">
        <caption className="visually-hidden">Requests for an erasure</caption>
        <TableHead columns={['Request', 'Due', 'Records']} right={['Records']} actions />
        <tbody>
          {erasureRequests.map((request) => (
            <tr key={request.id}>
              <th scope="row">{request.who}</th>
              <td>{formatDate(request.due_on)}</td>
              <td className="num right">{request.tenantId === null ? request.records : 'Account'}</td>
              <td className="row-acts">
                {request.tenantId === null ? (
                  <Button
                    busy={isPending}
                    disabled={request.records === 0}
                    onClick={() => void erase(request)}
                  >
                    Erase…
                    <span className="visually-hidden"> {request.who}</span>
                  </Button>
                ) : (
                  <Button onClick={() => onOpen(Number(request.tenantId))}>
                    Open
                    <span className="visually-hidden"> {request.who}</span>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ERASURE_STATE_LABELS: Readonly<Record<string, string>> = {
  waiting: 'Being done',
  done: 'Done',
  failed: 'Not done',
}

const formatErasedPerson = ({ tenantId, records }: ErasureAnswer): string =>
  tenantId === null ? `People in ${formatCount(records, 'record', 'records')}` : `Tenant No. ${tenantId}`

function Erasures() {
  const query = useQuery(erasuresQuery)
  const { data } = query
  if (!data) return <QueryState query={query} title="We could not load the erasures" />
  if (data.data.length === 0) return <p className="minor">Nobody was erased so far.</p>
  return (
    <div className="panel">
      <table className="table folds">
        <caption className="visually-hidden">Erasures</caption>
        <TableHead columns={['Asked', 'Who', 'Result', 'Rows']} right={['Rows']} />
        <tbody>
          {data.data.map((erasure) => (
            <tr key={erasure.id}>
              <th scope="row">
                {formatDateTime(erasure.created_at)}
                <small>by {erasure.askedBy}</small>
              </th>
              <td>{formatErasedPerson(erasure)}</td>
              <td>
                {ERASURE_STATE_LABELS[erasure.state] ?? erasure.state}
                {erasure.problem !== '' && <small>{erasure.problem}</small>}
              </td>
              <td className="num right">{erasure.rows.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Section that removes personal data from older entries of the audit log (rules 26.5). */
export function ReductionSection() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post('/reduce-audit-log', {}),
    onSuccess: () => toast.info('It has begun. An entry of the audit log will say how many had any.'),
  })
  const confirmAndStart = async () => {
    const isConfirmed = await confirm({
      title: 'Remove personal values from older entries?',
      content: 'Names, addresses and texts are replaced by "changed". You cannot undo this.',
      okText: 'Remove',
      danger: true,
    })
    if (isConfirmed) mutate()
  }
  return (
    <section className="stack gap-4" aria-labelledby="reduction-title">
      <h2 id="reduction-title">Audit log</h2>
      <p className="minor">
        Of personal fields the audit log records the name only. Entries of earlier versions still hold values.
      </p>
      <div className="acts">
        <Button busy={isPending} onClick={() => void confirmAndStart()}>
          Remove from older entries
        </Button>
      </div>
    </section>
  )
}
