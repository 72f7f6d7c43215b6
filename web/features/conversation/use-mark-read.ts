import { type RefObject, useEffect, useRef } from 'react'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'

const BELL: readonly unknown[] = ['notifications', 'notification-count']

/** Marks a conversation as read once its end is on the screen of a visible page (rules 23.4). */
export function useMarkRead(
  { kind, id }: ConversationSubject,
  /** Newest message of the other side. */
  newest: number | undefined,
  end: RefObject<Element | null>,
): void {
  const marked = useRef(0)
  useEffect(() => {
    if (newest === undefined || !end.current) return undefined
    let isInView = false
    const mark = (): void => {
      if (!isInView || document.visibilityState === 'hidden' || marked.current >= newest) return
      marked.current = newest
      // A failure needs no message: the next message or visit marks it.
      api.put('/messages-read', { kind, id }, { quiet: true }).then(
        // Its notifications are read, too.
        () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => BELL.includes(queryKey[0]) }),
        () => {
          marked.current = 0
        },
      )
    }
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting === true
      mark()
    })
    observer.observe(end.current)
    document.addEventListener('visibilitychange', mark)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', mark)
    }
  }, [kind, id, newest, end])
}
