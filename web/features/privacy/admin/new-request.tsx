import { useMemo, useState } from 'react'
import { useLoginName } from '#lib/api/me.ts'
import { loadDraft } from '#ui/forms/drafts.ts'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { useDraftAutosave } from '#ui/forms/use-draft-autosave.ts'
import type { FoundPersonRecord } from '@tahanan/contract/privacy-requests/answers.ts'
import { officePrivacyRequestForm } from '@tahanan/contract/privacy-requests/request-form.ts'
import { REQUESTS_PATH } from '../calls.ts'
import { PersonFinder } from './person-finder.tsx'

const RECORDS_DRAFT_NAME = 'privacy-request records'
const NO_RECORDS = { records: [] }

/** Returns the ticked records. They have their own draft, because `FormSheet` stores only declared fields. */
export function useChosenRecords() {
  const account = useLoginName()
  const [chosenRecords, setChosenRecords] = useState(
    () => (loadDraft(account, RECORDS_DRAFT_NAME)?.values.records ?? []) as readonly FoundPersonRecord[],
  )
  const changedValues = useMemo(() => ({ records: chosenRecords }), [chosenRecords])
  const forgetDraft = useDraftAutosave(
    account,
    RECORDS_DRAFT_NAME,
    { changed: changedValues, before: NO_RECORDS },
    chosenRecords.length > 0,
  )
  return { chosenRecords, setChosenRecords, forgetDraft }
}

/** Form that records a privacy request of a person who has no account (rules 26.27). */
export function NewRequest({ onClose }: { onClose: () => void }) {
  const { chosenRecords, setChosenRecords, forgetDraft } = useChosenRecords()
  return (
    <FormSheet
      formDefinition={officePrivacyRequestForm}
      title="New request"
      subtitle="Of a visitor, a worker or another person without an account."
      path="/privacy-request"
      noun="Privacy request"
      width={820}
      staleQueries={[['records', REQUESTS_PATH], ['desk']]}
      addition={{
        dirty: chosenRecords.length > 0,
        errors: () => ({}),
        body: () => ({ records: chosenRecords.map(({ kind, id }) => ({ kind, id })) }),
        render: ({ errors }) => (
          <PersonFinder chosenRecords={chosenRecords} error={errors.records} onChange={setChosenRecords} />
        ),
      }}
      onClose={() => {
        forgetDraft()
        onClose()
      }}
    />
  )
}
