import type { Post } from '@tahanan/contract/posts/answers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { useDeleteRecord } from '../../../ui/list-pages/use-delete-record.ts'
import { confirm } from '../../../ui/overlays/dialogs.ts'
import { toast } from '../../../ui/overlays/toast.tsx'

interface PostActions {
  /** Asks and deletes; resolves to whether the post is gone. */
  remove: (post: Pick<Post, 'id' | 'title'>) => Promise<boolean>
  /** Asks and approves, once. */
  approve: (post: Pick<Post, 'id'>) => Promise<void>
}

/** Delete and approve of a post, with their questions (rules 9.5). */
export function usePostActions(): PostActions {
  const client = useQueryClient()
  const remove = useDeleteRecord()
  const { mutateAsync: sendApproval } = useMutation({
    mutationFn: (id: number) => api.put<unknown>(`/post-approved/${id}`, {}),
  })
  return {
    remove: ({ id, title }) =>
      remove({ path: `/post/${id}`, question: { name: title }, toast: 'Post', stale: [['posts']] }),
    approve: async ({ id }) => {
      const sure = await confirm({ title: 'Do you want to approve this item?', okText: 'Approve' })
      if (!sure) return
      try {
        await sendApproval(id)
        toast.success('Post approved successfully.')
      } catch {
        // the shell tells it; somebody else may have been first
      }
      void client.invalidateQueries({ queryKey: ['posts'] })
    },
  }
}
