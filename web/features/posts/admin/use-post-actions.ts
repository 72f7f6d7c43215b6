import type { Post } from '@tahanan/contract/posts/answers.ts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { useDeleteRecord } from '../../../ui/list-pages/use-delete-record.ts'
import { confirm } from '../../../ui/overlays/dialogs.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { queryClient } from '../../../lib/api/query-client.ts'

/** Delete and approve of a post, with their questions (rules 9.5). */
export function usePostActions() {
  const remove = useDeleteRecord()
  const { mutate } = useMutation({
    // a text that changed since it was read is not approved
    mutationFn: ({ id, updated_at }: Post) => api.put<unknown>(`/post-approved/${id}`, { updated_at }),
    onSuccess: () => toast.success('Post approved successfully.'),
    // the shell tells a failure; somebody else may have been first
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['posts'] }),
  })
  return {
    remove: ({ id, title }: Post) =>
      remove({ path: `/post/${id}`, question: { name: title }, toast: 'Post', stale: [['posts']] }),
    approve: async (post: Post) => {
      if (await confirm({ title: 'Do you want to approve this item?', okText: 'Approve' })) mutate(post)
    },
  }
}
