import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAdmin } from '#lib/api/me.ts'
import { createRowQuery } from '#lib/api/row-queries.ts'
import { formatDate, formatDateTime } from '#lib/time.ts'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { Sheet, SheetCancelButton } from '#ui/overlays/sheet.tsx'
import { Facts } from '#ui/values/facts.tsx'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import type { PrivacyRequest } from '@tahanan/contract/privacy-requests/answers.ts'
import { REQUEST_KINDS, privacyRequestAnswerForm } from '@tahanan/contract/privacy-requests/request-form.ts'
import { REQUESTS_PATH } from '../calls.ts'
import { LateTag, RequestTag } from '../request-tags.tsx'

/**
 * Sheet with a privacy request. While the request is open, it has a form for the office's answer
 * (rules 26.26).
 */
export function RequestRecord({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(createRowQuery<PrivacyRequest>('privacy-request', id))
  if (!query.data)
    return (
      <LoadingSheet
        place="box"
        width={SHEET_WIDTH}
        query={query}
        title="Privacy request"
        subject="this request"
        onClose={onClose}
      />
    )
  return <OpenRequestSheet request={query.data} onClose={onClose} />
}

const SHEET_WIDTH = 820

function OpenRequestSheet({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const { id, kind, state, personName, late, updated_at } = request
  const { roles } = useAdmin()
  // If a colleague answers the request meanwhile, the form stays open and keeps the input.
  const [wasOpen] = useState(state === 'open')
  const mayAnswer = rolesAllow(roles, 'privacy', 'answer')
  const title = (
    <span className="row">
      {REQUEST_KINDS[kind].label}
      <RequestTag state={state} />
      {late && <LateTag />}
    </span>
  )
  if (!wasOpen || !mayAnswer)
    return (
      <Sheet
        place="box"
        width={SHEET_WIDTH}
        begins="heading"
        title={title}
        subtitle={personName}
        onClose={onClose}
        footer={<SheetCancelButton>Close</SheetCancelButton>}
      >
        <RequestFacts request={request} />
      </Sheet>
    )
  return (
    <FormSheet
      formDefinition={privacyRequestAnswerForm}
      title={title}
      subtitle={personName}
      path="/privacy-request"
      noun="Privacy request"
      successMessage="The request was answered."
      submitLabel="Answer"
      record={{ id, updated_at, decision: state === 'open' ? undefined : state, answer: request.answer }}
      width={SHEET_WIDTH}
      staleQueries={[['records', REQUESTS_PATH], ['record', 'privacy-request', id], ['desk']]}
      onClose={onClose}
    >
      <RequestFacts request={request} />
    </FormSheet>
  )
}

function RequestFacts({ request }: { request: PrivacyRequest }) {
  const { roles } = useAdmin()
  const { tenant, contact, about, message, records, dueOn, created_at, enteredBy } = request
  const { answer, answeredAt, answeredBy } = request
  const person = tenant ? `${tenant.uoccname}, ${tenant.clientCode}` : request.personName
  const personLink =
    tenant && rolesAllow(roles, 'tenants', 'view') ? (
      <Link to={`/admin/tenants?modal=true&serviceId=${tenant.id}`}>{person}</Link>
    ) : (
      person
    )
  const recordList =
    records.length === 0 ? null : (
      <ul>
        {records.map(({ kind, id, label }) => (
          <li key={`${kind} ${id}`}>{label}</li>
        ))}
      </ul>
    )
  return (
    <div className="request-facts">
      <Facts
        facts={[
          [tenant ? 'Tenant' : 'Person without an account', personLink],
          ['Unit', tenant?.unitNumber],
          ['Phone or email', contact],
          ['How the person came here', about],
          ['Filed', formatDateTime(created_at)],
          ['Entered by', enteredBy],
          ['Due', formatDate(dueOn)],
          ['Message', message],
          ['Records of this person', recordList],
          ['Answered', answeredAt && [formatDateTime(answeredAt), answeredBy].filter(Boolean).join(', ')],
          ['Answer', answeredAt && answer],
        ]}
        wide={['Message', 'Records of this person', 'Answer']}
      />
    </div>
  )
}
