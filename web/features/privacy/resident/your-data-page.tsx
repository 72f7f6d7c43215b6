import './your-data.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { useResident } from '#lib/api/me.ts'
import { formatCount } from '#lib/format-number.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { formatDate } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { Facts } from '#ui/values/facts.tsx'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { OwnPrivacyRequest } from '@tahanan/contract/privacy-requests/answers.ts'
import { REQUEST_KINDS } from '@tahanan/contract/privacy-requests/request-form.ts'
import type { StoredData } from '@tahanan/contract/privacy/answers.ts'
import { OWN_REQUESTS, ownRequestsQuery, storedDataQuery } from '../calls.ts'
import { DataCopies } from '../data-copies.tsx'
import { RequestTag } from '../request-tags.tsx'
import { RequestSheet } from './request-sheet.tsx'

/** Page with a resident's data copies, privacy requests and stored data (rules 26.18, 26.23, 26.24). */
export default function YourDataPage() {
  return (
    <>
      <PageHead title="Your data" description="What the portal stores about you, and what you can ask for." />
      <div className="your-data stack gap-6">
        <DataCopies />
        <Requests />
        <StoredDataSection />
      </div>
    </>
  )
}

function Requests() {
  const { id } = useResident()
  const query = useQuery(ownRequestsQuery)
  const [isRequestSheetOpen, setRequestSheetOpen] = useState(false)
  useLiveRefetch(liveChannels.clientNotifications(id), OWN_REQUESTS)
  const { data } = query
  return (
    <section aria-labelledby="requests-title">
      <h2 id="requests-title">Your requests</h2>
      <p className="muted">
        You can ask for a copy of your data, to correct it, or to erase it. The office answers here.
      </p>
      {data ? (
        data.length > 0 && (
          <ul className="stack" aria-label="Your requests">
            {data.map((request) => (
              <OwnRequestItem key={request.id} request={request} />
            ))}
          </ul>
        )
      ) : (
        <QueryState query={query} title="We could not load your requests">
          <RecordSkeleton count={1} />
        </QueryState>
      )}
      <Button icon={Plus} onClick={() => setRequestSheetOpen(true)}>
        New request
      </Button>
      {isRequestSheetOpen && <RequestSheet onClose={() => setRequestSheetOpen(false)} />}
    </section>
  )
}

function OwnRequestItem({ request }: { request: OwnPrivacyRequest }) {
  const { kind, message, state, dueOn, answer, answeredAt, created_at } = request
  return (
    <li className="tile request stack gap-2">
      <header className="row">
        <b className="grow">{REQUEST_KINDS[kind].own}</b>
        <RequestTag state={state} />
      </header>
      <p className="minor num">
        Sent {formatDate(created_at)}
        {answeredAt === null ? `, answer by ${formatDate(dueOn)}` : `, answered ${formatDate(answeredAt)}`}
      </p>
      {message && <p className="words">{message}</p>}
      {answeredAt !== null && answer && (
        <div className="answer">
          <small>The office</small>
          <p className="words">{answer}</p>
        </div>
      )}
    </li>
  )
}

function StoredDataSection() {
  const query = useQuery(storedDataQuery)
  const { data = [] } = query
  const groups = [...new Set(data.map(({ group }) => group))]
  return (
    <section aria-labelledby="stored-title">
      <h2 id="stored-title">What the portal stores about you</h2>
      <p className="muted">Each entry says why, who may read it and how long it is kept.</p>
      {!query.data && (
        <QueryState query={query} title="We could not load this list">
          <RecordSkeleton count={4} />
        </QueryState>
      )}
      {groups.map((group) => (
        <Group key={group} title={group} entries={data.filter((entry) => entry.group === group)} />
      ))}
    </section>
  )
}

function Group({ title, entries }: { title: string; entries: readonly StoredData[] }) {
  return (
    <details className="tile group">
      <summary>
        <b>{title}</b>
        <small>{formatCount(entries.length, 'entry', 'entries')}</small>
        <ChevronDown />
      </summary>
      {entries.map((entry) => (
        <StoredDataEntry key={entry.table} entry={entry} />
      ))}
    </details>
  )
}

function StoredDataEntry({ entry }: { entry: StoredData }) {
  const { title, data, purpose, basis, readers, retention, erasure, fields } = entry
  return (
    <details className="entry">
      <summary>
        <b>{title}</b>
        <small>{data}</small>
        <ChevronDown />
      </summary>
      <Facts
        facts={[
          ['Why', purpose],
          ['Legal basis', basis],
          ['Who may read it', readers],
          ['How long', retention],
          ['If your data is erased', erasure],
        ]}
        wide={['Why', 'Legal basis', 'Who may read it', 'How long', 'If your data is erased']}
      />
      {fields.length > 0 && (
        <ul className="fields stack gap-2" aria-label="Fields">
          {fields.map(({ form, labels, retention: retentionText }) => (
            <li key={`${form} ${retentionText}`}>
              <b>{form}</b>: {labels.join(', ')} <small>{retentionText}</small>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
