import type { ListOf } from '@tahanan/contract/answers.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { Comment } from '@tahanan/contract/posts/answers.ts'
import { infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { useLiveRefetch } from '../../lib/live/live-refetch.ts'
import { confirmDelete } from '../../ui/overlays/dialogs.ts'
import { queryClient } from '../../lib/api/query-client.ts'

/** A post's comments, the newest first, a page at a time. */
function commentsQuery(postId: number) {
  return infiniteQueryOptions({
    queryKey: ['comments', postId] as const,
    queryFn: ({ signal, pageParam }) =>
      api.get<ListOf<Comment>>('/comments', { postId, page: pageParam, limit: LIMITS.pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * LIMITS.pageSize < total ? pages.length + 1 : undefined,
    staleTime: 0,
  })
}

/**
 * The comments of an open thread. An event carries no abilities of the reader, so the thread fetches again.
 */
export function useComments(postId: number) {
  const query = useInfiniteQuery(commentsQuery(postId))
  const refresh = () => queryClient.invalidateQueries({ queryKey: commentsQuery(postId).queryKey })
  useLiveRefetch(channels.comments(postId), commentsQuery(postId).queryKey)
  const adding = useMutation({
    mutationFn: (comment: string) => api.post<unknown>('/comment', { postId, comment }),
    // the box says why a comment was refused
    meta: { handles: 'all' },
    onSettled: refresh,
  })
  const { mutateAsync: sendDeletion } = useMutation({
    mutationFn: (id: number) => api.delete<unknown>(`/comment/${id}`),
    onSettled: refresh,
  })
  const remove = async ({ id }: Comment): Promise<void> => {
    if (!(await confirmDelete({ title: 'Do you Want to delete this comment?' }))) return
    // the shell tells a refusal
    await sendDeletion(id).catch(() => {})
  }
  const pages = query.data?.pages ?? []
  return {
    query,
    // a new comment pushes another to the next page: each is shown once
    comments: [
      ...new Map(pages.flatMap(({ data }) => data).map((comment) => [comment.id, comment])).values(),
    ],
    total: pages.at(-1)?.total,
    adding,
    remove,
  }
}
