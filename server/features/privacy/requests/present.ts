import type { Static } from 'typebox'
import type { OwnPrivacyRequest, PrivacyRequest } from '@tahanan/contract/privacy-requests/answers.ts'
import type { RequestRow } from './repository.ts'

export const presentOwnRequest = (row: RequestRow): Static<typeof OwnPrivacyRequest> => ({
  id: row.id,
  kind: row.kind,
  message: row.message,
  state: row.state,
  dueOn: row.due_on,
  answer: row.answer,
  answeredAt: row.answered_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

const ERASED_PERSON = 'Erased person'

/** Converts a request about personal data to its API form. `today` is a day in the community's time zone. */
export const presentRequest = (row: RequestRow, today: string): Static<typeof PrivacyRequest> => ({
  ...presentOwnRequest(row),
  late: row.state === 'open' && row.due_on < today,
  tenant:
    row.tenant_id === null
      ? null
      : {
          id: row.tenant_id,
          clientCode: row.client_code ?? '',
          uoccname: row.uoccname ?? '',
          unitNumber: row.unit_number,
        },
  personName: row.uoccname ?? (row.person_name || ERASED_PERSON),
  contact: row.contact,
  about: row.about,
  records: [...row.records],
  answeredBy: row.answered_by,
  enteredBy: row.entered_by,
})
