import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
 * Returns the prepared answers for a record. `answers` is undefined until `refresh` has ended and after a failed
 * load, because the amounts in them may have changed since the last load (rules 23.9). Other loads leave them in
 * place, because an answer may have the focus.
 */
export function useOfferedAnswers(subject: ConversationSubject): OfferedAnswers {
  const { data, isError, refetch } = useQuery(offeredAnswersQuery(subject))
  const [pendingRefreshes, setPendingRefreshes] = useState(0)
  const isRefreshing = pendingRefreshes > 0
  const refresh = async (): Promise<void> => {
    setPendingRefreshes((count) => count + 1)
    await refetch()
    setPendingRefreshes((count) => count - 1)
  }
  return {
    count: data?.length ?? 0,
    answers: isRefreshing || isError ? undefined : data,
    hasFailed: isError && !isRefreshing,
    refresh: () => void refresh(),
  }
}
