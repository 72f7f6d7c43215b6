import { useQuery } from '@tanstack/react-query'
import { Reply } from 'lucide-react'
import { useAdmin } from '#lib/api/me.ts'
import { formatDate } from '#lib/time.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useLiveRows } from '#ui/list-pages/use-live-rows.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { createOpenAction } from '#ui/overlays/row-menu.tsx'
import { useMayStayOpen } from '#ui/panels/last-known.ts'
import { usePanel } from '#ui/panels/panel.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import type { PrivacyRequest } from '@tahanan/contract/privacy-requests/answers.ts'
import { REQUEST_KINDS } from '@tahanan/contract/privacy-requests/request-form.ts'
import { REQUESTS_PATH, privacyRequestsQuery, REQUEST_TABS } from '../calls.ts'
import { LateTag, RequestTag } from '../request-tags.tsx'
import { NewRequest } from './new-request.tsx'
import { RequestRecord } from './request-record.tsx'
import './privacy-requests.css'

const formatDetail = ({ tenant, contact }: PrivacyRequest): string => tenant?.clientCode ?? contact

const getName = ({ kind, personName }: PrivacyRequest): string =>
  `${REQUEST_KINDS[kind].label}, ${personName}`

function DueDate({ request: { dueOn, late } }: { request: PrivacyRequest }) {
  return (
    <span className="inline num">
      {formatDate(dueOn)} {late && <LateTag />}
    </span>
  )
}

const COLUMNS: readonly TableColumn<PrivacyRequest>[] = [
  { label: 'Kind', isRowOpener: true, renderCell: ({ kind }) => REQUEST_KINDS[kind].label },
  {
    label: 'Person',
    look: 'wide',
    renderCell: (request) => (
      <>
        {request.personName} <small className="num">{formatDetail(request)}</small>
      </>
    ),
  },
  {
    label: 'Message',
    look: 'wide',
    renderCell: ({ message }) => <span className="clip">{message || '–'}</span>,
  },
  { label: 'State', renderCell: ({ state }) => <RequestTag state={state} /> },
  { label: 'Due', look: 'c-num', renderCell: (request) => <DueDate request={request} /> },
  { label: 'Filed', look: 'c-num', renderCell: ({ created_at }) => formatDate(created_at) },
]

const toCard = (request: PrivacyRequest): CardContent => ({
  top: <RequestTag state={request.state} />,
  heading: request.personName,
  words: (
    <>
      <p className="num">
        {REQUEST_KINDS[request.kind].label}, {formatDetail(request)}
      </p>
      {request.message && <p className="clamp">{request.message}</p>}
      <p>
        Due <DueDate request={request} />
      </p>
    </>
  ),
})

/** Page with the requests of people about their personal data (rules 26.25 to 26.28). */
export default function PrivacyRequestsPage() {
  const { roles } = useAdmin()
  const list = useListParams({ tabs: true })
  const { panel, open, close, getLink } = usePanel()
  const query = useQuery(privacyRequestsQuery(list.filter))
  const mayAnswer = rolesAllow(roles, 'privacy', 'answer')
  const isAdding = useMayStayOpen(panel && panel.id === undefined ? 'new' : undefined, mayAnswer)
  return (
    <ListPage
      title="Privacy requests"
      className="privacy-requests"
      tabs={REQUEST_TABS}
      searchHint="Search name, client code or contact"
      list={list}
      query={query}
      pluralNoun="privacy requests"
      purpose="What people ask about their data appears here, with the day by which to answer."
      add={mayAnswer ? { label: 'New request', onPress: () => open() } : undefined}
      columns={COLUMNS}
      card={toCard}
      getName={getName}
      marks={useLiveRows(REQUESTS_PATH, query.data?.data)}
      onOpen={({ id }) => open(id)}
      getLink={getLink}
      actions={({ id, state }) => [
        mayAnswer && state === 'open'
          ? { label: 'Answer', icon: Reply, onSelect: () => open(id) }
          : createOpenAction(() => open(id)),
      ]}
    >
      {panel && isAdding && <NewRequest onClose={close} />}
      {panel?.id !== undefined && <RequestRecord key={panel.id} id={panel.id} onClose={close} />}
    </ListPage>
  )
}
