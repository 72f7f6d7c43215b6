import { channels } from '@tahanan/contract/channels.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { Comment } from '@tahanan/contract/posts/answers.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { growingList, rowsOfPages } from '../../lib/api/growing-list.ts'
import { useLiveRefetch } from '../../lib/live/live-refetch.ts'
import { confirmDelete } from '../../ui/overlays/dialogs.ts'
import { queryClient } from '../../lib/api/query-client.ts'

/** The comments of an open thread, the newest first. An event carries no abilities of the reader, so the thread fetches again. */
export function useComments(postId: number) {
  const options = growingList<Comment>(['comments', postId], '/comments', { postId, limit: LIMITS.pageSize })
  const { queryKey } = options
  const query = useInfiniteQuery({ ...options, staleTime: 0 })
  const refresh = () => queryClient.invalidateQueries({ queryKey })
  useLiveRefetch(channels.comments(postId), queryKey)
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
    comments: rowsOfPages(pages),
    total: pages.at(-1)?.total,
    adding,
    remove,
  }
}
