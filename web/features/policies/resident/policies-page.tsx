import '#ui/pdf/pdf-files.css'
import './policies.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useCallback, useState } from 'react'
import { createDataQuery } from '#lib/api/create-api-query.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { formatDate } from '#lib/time.ts'
import { PageHead } from '#ui/page-head.tsx'
import { useOpenId, useMissingRecord } from '#ui/panels/open-id.ts'
import { PdfFiles } from '#ui/pdf/pdf-files.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { HeaderWithPolicies, Policy } from '@tahanan/contract/records/answers.ts'
import { policy } from '@tahanan/contract/records/kinds/policy.ts'

const policiesQuery = createDataQuery<HeaderWithPolicies[]>(['policies'], '/policies')

/** Page with the house rules for residents: headers with their policies and PDFs (rules 15.14). */
export default function PoliciesPage() {
  const query = useQuery(policiesQuery)
  const { data } = query
  const { openId, setOpenId } = useOpenId('id')
  const isListed = data?.some(({ policies }) => policies.some(({ id }) => id === openId))
  useMissingRecord(openId !== undefined && isListed === false, () => setOpenId(undefined))
  useLiveRefetch(policy.path.many, ['policies'])
  return (
    <>
      <PageHead title="House Rules & Policies" description="The rules of our community." />
      {!data && <QueryState query={query} title="We could not load the house rules" />}
      {data?.length === 0 && (
        <EmptyState title="No house rules yet">The rules of the community are listed here.</EmptyState>
      )}
      <div className="rules stack gap-6">
        {data?.map((header) => (
          <Rules key={header.id} header={header} linkedId={openId} />
        ))}
      </div>
    </>
  )
}

function Rules(props: { header: HeaderWithPolicies; linkedId: number | undefined }) {
  const {
    header: { id, header, files, policies },
    linkedId: asked,
  } = props
  return (
    <section aria-labelledby={`rules-${id}`}>
      <h2 id={`rules-${id}`}>{header}</h2>
      <PdfFiles files={files} />
      {policies.map((policy) => (
        <Rule key={policy.id} policy={policy} isLinked={policy.id === asked} />
      ))}
      {policies.length === 0 && files.length === 0 && <p className="none">No rules here yet.</p>}
    </section>
  )
}

function Rule({
  policy: { subHeader, title, date, files },
  isLinked,
}: {
  policy: Policy
  isLinked: boolean
}) {
  const [open, setOpen] = useState(isLinked)
  const scrollToPolicy = useCallback(
    (element: HTMLElement | null) => {
      if (isLinked) element?.scrollIntoView({ block: 'start' })
    },
    [isLinked],
  )
  return (
    <details
      ref={scrollToPolicy}
      className="rule"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <b>{subHeader}</b>
        <small className="minor">{[title, date && formatDate(date)].filter(Boolean).join(' · ')}</small>
        <ChevronDown />
      </summary>
      {open && <PdfFiles files={files} shouldEmbed />}
      {files.length === 0 && <p className="none">This rule has no document.</p>}
    </details>
  )
}
