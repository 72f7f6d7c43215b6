import './thread.css'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { SendHorizontal, Trash2 } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { ApiError, api } from '#lib/api/api.ts'
import { createInfiniteListQuery, flattenPages } from '#lib/api/create-infinite-list-query.ts'
import { deleteRecord } from '#lib/api/delete-record.ts'
import { useLoginName } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { formatDateTime } from '#lib/time.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { FieldMessage } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { deleteDraft, loadDraft } from '#ui/forms/drafts.ts'
import { useDraftAutosave } from '#ui/forms/use-draft-autosave.ts'
import { SkeletonBars } from '#ui/lists/skeletons.tsx'
import { confirmDelete } from '#ui/overlays/dialogs.ts'
import { QueryState } from '#ui/query-state.tsx'
import { LinkedText } from '#ui/rich-text/linked-text.tsx'
import { commentForm } from '@tahanan/contract/content/post.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { Comment, Post } from '@tahanan/contract/posts/answers.ts'

interface ThreadProps {
  post: Pick<Post, 'id' | 'can' | 'enableMessaging'>
}

export function Thread({ post: { id: postId, can, enableMessaging } }: ThreadProps) {
  const canComment = can.includes('comment')
  const { query, comments, total, adding, remove } = useComments(postId)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  return (
    <section className="thread stack" aria-labelledby="thread-title">
      <h3 id="thread-title">
        Comments {total !== undefined && <span className="num">{total.toLocaleString('en')}</span>}
      </h3>
      {(canComment || enableMessaging === 0) && (
        <CommentBox
          key={postId}
          postId={postId}
          canComment={canComment}
          busy={adding.isPending}
          onSend={adding.mutateAsync}
        />
      )}
      {!data && (
        <QueryState query={query} title="We could not load the comments">
          <SkeletonBars className="form-wait" label="Loading the comments" bars={[['40%'], ['80%']]} />
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

/**
 * Loads the comments of a post. Refetches them after live events, because an event does not contain what the
 * user may do with a comment.
 */
function useComments(postId: number) {
  const options = createInfiniteListQuery<Comment>(['comments', postId], '/comments', {
    postId,
    limit: LIMITS.pageSize,
  })
  const { queryKey } = options
  const query = useInfiniteQuery({ ...options, staleTime: 0 })
  const refresh = () => queryClient.invalidateQueries({ queryKey })
  useLiveRefetch(liveChannels.comments(postId), queryKey)
  const addMutation = useMutation({
    mutationFn: (comment: string) => api.post<unknown>('/comment', { postId, comment }, { isDrafted: true }),
    // No error dialog, because the input shows the error.
    meta: { handles: 'all' },
    onSettled: refresh,
  })
  const { mutateAsync: sendDeletion } = useMutation({
    mutationFn: (id: number) => deleteRecord(`/comment/${id}`),
    onSettled: refresh,
  })
  const deleteComment = async ({ id }: Comment): Promise<void> => {
    if (!(await confirmDelete({ title: 'Do you Want to delete this comment?' }))) return
    // The error is ignored here, because a dialog has already shown it.
    await sendDeletion(id).catch(() => {})
  }
  const pages = query.data?.pages ?? []
  return {
    query,
    comments: flattenPages(pages),
    total: pages.at(-1)?.total,
    adding: addMutation,
    remove: deleteComment,
  }
}

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

interface CommentBoxProps {
  postId: number
  /** Whether comments are allowed. If not, shows 'Disabled Comments' (rules 9.6). */
  canComment: boolean
  busy: boolean
  onSend: (comment: string) => Promise<unknown>
}

const BLANK_COMMENT = { comment: '' }

function CommentBox({ postId, canComment, busy, onSend }: CommentBoxProps) {
  const id = useId()
  const account = useLoginName()
  const draftName = `comment ${postId}`
  const [text, setText] = useState(() => {
    const draft = loadDraft(account, draftName)?.values.comment
    return typeof draft === 'string' ? draft : ''
  })
  const [sendingText, setSendingText] = useState('')
  const [error, setError] = useState<string>()
  const unsentText = text || sendingText
  const changedValues = useMemo(() => ({ comment: unsentText }), [unsentText])
  useDraftAutosave(account, draftName, { changed: changedValues, before: BLANK_COMMENT }, unsentText !== '')
  const send = useNonOverlappingCall(async () => {
    const trimmedComment = text.trim()
    if (trimmedComment === '') return
    setText('')
    setSendingText(trimmedComment)
    setError(undefined)
    try {
      await onSend(trimmedComment)
      // The box may have been closed before the answer, which stored the comment as a draft.
      deleteDraft(account, draftName)
    } catch (failure) {
      setText((currentText) => `${trimmedComment} ${currentText}`.trim())
      if (failure instanceof ApiError) setError(failure.errors.comment?.[0] ?? failure.message)
    }
    setSendingText('')
  })
  return (
    <SubmitForm className="comment-box" onSubmit={() => void send()}>
      <Input
        aria-label="Comment"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : id}
        placeholder={canComment ? 'Write a comment' : 'Disabled Comments'}
        disabled={!canComment}
        limit={commentForm.fields.comment.max}
        autoComplete="off"
        enterKeyHint="send"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" icon={SendHorizontal} busy={busy} disabled={!canComment}>
        Send
      </Button>
      <FieldMessage id={id} error={error} />
    </SubmitForm>
  )
}
