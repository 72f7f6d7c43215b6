import type { Post } from '@tahanan/contract/posts/answers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { confirm, confirmDelete } from '../../../ui/overlays/dialogs.ts'
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
  const refresh = () => void client.invalidateQueries({ queryKey: ['posts'] })
  const { mutateAsync: sendDeletion } = useMutation({
    mutationFn: (id: number) => api.delete<unknown>(`/post/${id}`),
  })
  const { mutateAsync: sendApproval } = useMutation({
    mutationFn: (id: number) => api.put<unknown>(`/post-approved/${id}`, {}),
  })
  return {
    remove: async ({ id, title }) => {
      if (!(await confirmDelete({ name: title }))) return false
      try {
        await sendDeletion(id)
        toast.success('Post deleted successfully.')
        return true
      } catch {
        // the shell tells it; the list is fetched again either way
        return false
      } finally {
        refresh()
      }
    },
    approve: async ({ id }) => {
      const sure = await confirm({ title: 'Do you want to approve this item?', okText: 'Approve' })
      if (!sure) return
      try {
        await sendApproval(id)
        toast.success('Post approved successfully.')
      } catch {
        // the shell tells it; somebody else may have been first
      }
      refresh()
    },
  }
}
