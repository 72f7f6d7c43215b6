import { toList, dataQuery } from '#lib/api/api-query.ts'
import type { InternalNotes, PreparedAnswer } from '@tahanan/contract/conversation/answers.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { pagesQuery } from '../calls.ts'

export const notesQuery = (subject: ConversationSubject) =>
  pagesQuery<InternalNotes>('/internal-notes', subject)

export const PREPARED_ANSWERS = 'prepared-answers'

export const offeredAnswersQuery = ({ kind, id }: ConversationSubject) =>
  dataQuery<PreparedAnswer[]>([PREPARED_ANSWERS, kind, id], '/prepared-answers', { kind, id })

export const preparedAnswersQuery = {
  ...dataQuery<PreparedAnswer[]>([PREPARED_ANSWERS], '/prepared-answers'),
  select: toList<PreparedAnswer>,
}
