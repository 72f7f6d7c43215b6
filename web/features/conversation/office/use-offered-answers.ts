import { useQuery } from '@tanstack/react-query'
import type { PreparedAnswer } from '@tahanan/contract/conversation/answers.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { offeredAnswersQuery } from './calls.ts'

interface OfferedAnswers {
  count: number
  answers: readonly PreparedAnswer[] | undefined
  hasFailed: boolean
  refresh: () => void
}

/**
 * Returns the prepared answers for a record. `answers` is undefined while they are loading and after a failed
 * load, because the amounts in them may have changed since the last load (rules 23.9).
 */
export function useOfferedAnswers(subject: ConversationSubject): OfferedAnswers {
  const { data, isFetching, isError, refetch } = useQuery(offeredAnswersQuery(subject))
  return {
    count: data?.length ?? 0,
    answers: isFetching || isError ? undefined : data,
    hasFailed: isError && !isFetching,
    refresh: () => void refetch(),
  }
}
