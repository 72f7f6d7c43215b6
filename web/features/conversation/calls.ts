import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { LINK_REFRESH_MS } from '#lib/api/row-queries.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import type {
  Conversation,
  InternalNote,
  InternalNotes,
  Message,
} from '@tahanan/contract/conversation/answers.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'

type MessagePage = Conversation | InternalNotes

export function messagePagesQuery<Page extends MessagePage>(path: string, { kind, id }: ConversationSubject) {
  return infiniteQueryOptions({
    queryKey: [path, kind, id],
    queryFn: ({ pageParam: before, signal }) => api.get<Page>(path, { kind, id, before }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ data, more }) => (more ? data[0]?.id : undefined),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ files }) => files.length > 0))
        ? LINK_REFRESH_MS
        : false,
  })
}

export const messagesQuery = (subject: ConversationSubject) =>
  messagePagesQuery<Conversation>('/messages', subject)

interface ConversationEvent extends ConversationSubject {
  message?: Message | null
  note?: InternalNote
}

/**
 * Loads the messages of a conversation, oldest first. `add` shows a sent message at once, before the refetch
 * ends.
 */
export function useMessages<Page extends MessagePage>(
  options: ReturnType<typeof messagePagesQuery<Page>>,
  { kind, id }: ConversationSubject,
  channel: string,
  onArrived?: (message: Message | InternalNote) => void,
) {
  const { queryKey } = options
  const query = useInfiniteQuery(options)
  const add = (message: Page['data'][number]): void => {
    queryClient.setQueryData(
      queryKey,
      (cachedData) => cachedData && { ...cachedData, pages: addMessage(cachedData.pages, message) },
    )
    void queryClient.invalidateQueries({ queryKey })
  }
  useLiveEvent<ConversationEvent>(channel, (event) => {
    if (event.kind !== kind || event.id !== id) return
    const message = event.message ?? event.note
    if (!message) return void queryClient.invalidateQueries({ queryKey })
    add(message)
    onArrived?.(message)
  })
  const pages: Page[] = query.data?.pages ?? []
  const messages: Page['data'][number][] = pages.toReversed().flatMap(({ data }) => data)
  return { query, page: pages[0], messages, add }
}

/**
 * Adds a message to the loaded pages. Sorts by id and skips known messages, because events may arrive out of
 * order or twice.
 */
export function addMessage<Page extends MessagePage>(pages: Page[], message: Page['data'][number]): Page[] {
  const [newestPage, ...earlierPages] = pages
  if (!newestPage || pages.some(({ data }) => data.some(({ id }) => id === message.id))) return pages
  const sortedMessages = [...newestPage.data, message].toSorted((first, second) => first.id - second.id)
  return [{ ...newestPage, data: sortedMessages }, ...earlierPages]
}
