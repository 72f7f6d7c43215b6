import './thread.css'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { api } from '#lib/api/api.ts'
import { growingList, rowsOfPages } from '#lib/api/growing-list.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Waiting } from '#ui/lists/skeletons.tsx'
import { confirmDelete } from '#ui/overlays/dialogs.ts'
import { QueryState } from '#ui/query-state.tsx'
import { LinkedText } from '#ui/rich-text/linked-text.tsx'
import { channels } from '@tahanan/contract/channels.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { Comment } from '@tahanan/contract/posts/answers.ts'
import { CommentBox } from './comment-box.tsx'

/** Live comments of a post, for residents and the office: input, then comments, newest first. */
export function Thread({ postId, mayComment }: { postId: number; mayComment: boolean }) {
  const { query, comments, total, adding, remove } = useComments(postId)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  return (
    <section className="thread stack" aria-labelledby="thread-title">
      <h3 id="thread-title">
        Comments {total !== undefined && <span className="num">{total.toLocaleString('en')}</span>}
      </h3>
      <CommentBox
        key={postId}
        postId={postId}
        open={mayComment}
        busy={adding.isPending}
        onSend={adding.mutateAsync}
      />
      {!data && (
        <QueryState query={query} title="We could not load the comments">
          <Waiting className="form-wait" label="Loading the comments" bars={[['40%'], ['80%']]} />
        </QueryState>
      )}
      {data && comments.length === 0 && <p className="subtle">No comments yet.</p>}
      {comments.length > 0 && (
        <ol>
          {comments.map((comment) => (
            <CommentLine key={comment.id} comment={comment} onDelete={() => void remove(comment)} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older comments
        </Button>
      )}
    </section>
  )
}

/** Comments of an open thread; refetched on events, which lack the reader's permissions. */
function useComments(postId: number) {
  const options = growingList<Comment>(['comments', postId], '/comments', { postId, limit: LIMITS.pageSize })
  const { queryKey } = options
  const query = useInfiniteQuery({ ...options, staleTime: 0 })
  const refresh = () => queryClient.invalidateQueries({ queryKey })
  useLiveRefetch(channels.comments(postId), queryKey)
  const adding = useMutation({
    mutationFn: (comment: string) => api.post<unknown>('/comment', { postId, comment }, { isDrafted: true }),
    // The input shows errors itself.
    meta: { handles: 'all' },
    onSettled: refresh,
  })
  const { mutateAsync: sendDeletion } = useMutation({
    mutationFn: (id: number) => api.delete<unknown>(`/comment/${id}`),
    onSettled: refresh,
  })
  const remove = async ({ id }: Comment): Promise<void> => {
    if (!(await confirmDelete({ title: 'Do you Want to delete this comment?' }))) return
    // The shell shows the error.
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

/** A comment, with Delete if the reader may. Residents see 'PMO' instead of a staff name. */
function CommentLine({ comment, onDelete }: { comment: Comment; onDelete: () => void }) {
  const { tenant, admin, own } = comment
  const name = admin?.name ?? (tenant ? tenant.name || tenant.uoccname : 'A former resident')
  return (
    <li className="comment">
      {tenant?.thumb === undefined ? (
        <span className="face" aria-hidden>
          {name.charAt(0).toUpperCase()}
        </span>
      ) : (
        <img className="face" src={tenant.thumb} alt="" loading="lazy" />
      )}
      <div>
        <p className="author acts">
          <b>{name}</b>
          {own && <small>you</small>}
          {admin && !own && name !== 'PMO' && <small>administrator</small>}
          <time dateTime={comment.created_at}>{formatDateTime(comment.created_at)}</time>
        </p>
        <p className="said">
          <LinkedText text={comment.comment} />
        </p>
      </div>
      {comment.can.includes('delete') && (
        <IconButton icon={Trash2} label={`Delete the comment of ${name}`} onClick={onDelete} />
      )}
    </li>
  )
}
