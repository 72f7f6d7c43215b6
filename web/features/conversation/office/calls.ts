import { asList, dataQuery } from '#lib/api/api-query.ts'
import type { InternalNotes, PreparedAnswer } from '@tahanan/contract/conversation/answers.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { pagesQuery } from '../calls.ts'

/** Query of the internal notes of a record, which only the office reads. */
export const notesQuery = (subject: ConversationSubject) =>
  pagesQuery<InternalNotes>('/internal-notes', subject)

/** Key of all queries of prepared answers. */
export const PREPARED_ANSWERS = 'prepared-answers'

/** Query of the prepared answers that are offered for a record, filled in for its tenant. */
export const offeredAnswersQuery = ({ kind, id }: ConversationSubject) =>
  dataQuery<PreparedAnswer[]>([PREPARED_ANSWERS, kind, id], '/prepared-answers', { kind, id })

/** Query of all prepared answers, with their placeholders. */
export const preparedAnswersQuery = {
  ...dataQuery<PreparedAnswer[]>([PREPARED_ANSWERS], '/prepared-answers'),
  select: asList<PreparedAnswer>,
}
