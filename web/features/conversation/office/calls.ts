import { toListResponse, createDataQuery } from '#lib/api/create-api-query.ts'
import type { InternalNotes, PreparedAnswer } from '@tahanan/contract/conversation/answers.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { messagePagesQuery } from '../calls.ts'

export const internalNotesQuery = (subject: ConversationSubject) =>
  messagePagesQuery<InternalNotes>('/internal-notes', subject)

export const PREPARED_ANSWERS_KEY = 'prepared-answers'

export const offeredAnswersQuery = ({ kind, id }: ConversationSubject) =>
  createDataQuery<PreparedAnswer[]>(
    [PREPARED_ANSWERS_KEY, kind, id],
    '/prepared-answers',
    { kind, id },
    { refetchOnWindowFocus: false },
  )

export const preparedAnswersQuery = {
  ...createDataQuery<PreparedAnswer[]>([PREPARED_ANSWERS_KEY], '/prepared-answers'),
  select: toListResponse<PreparedAnswer>,
}
