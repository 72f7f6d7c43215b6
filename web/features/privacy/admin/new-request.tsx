import { useState } from 'react'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import type { FoundPersonRecord } from '@tahanan/contract/privacy-requests/answers.ts'
import { officePrivacyRequestForm } from '@tahanan/contract/privacy-requests/request-form.ts'
import { REQUESTS_PATH } from '../calls.ts'
import { PersonFinder } from './person-finder.tsx'

/** Form that records a privacy request of a person who has no account (rules 26.27). */
export function NewRequest({ onClose }: { onClose: () => void }) {
  const [chosenRecords, setChosenRecords] = useState<readonly FoundPersonRecord[]>([])
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
      onClose={onClose}
    />
  )
}
