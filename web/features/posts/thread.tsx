import './thread.css'
import { Button } from '../../ui/controls/button.tsx'
import { Bar } from '../../ui/lists/skeletons.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { CommentBox } from './comment-box.tsx'
import { CommentLine } from './comment-line.tsx'
import { useComments } from './comments.ts'

interface ThreadProps {
  postId: number
  /** Comments are open, and the reader may write one. */
  mayComment: boolean
}

/** Comments of a post, live, for residents and the office: the box, then the comments, the newest first. */
export function Thread({ postId, mayComment }: ThreadProps) {
  const { query, comments, total, adding, remove } = useComments(postId)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  return (
    <section className="thread" aria-labelledby="thread-title">
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
          <Waiting />
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

function Waiting() {
  return (
    <div className="form-wait" role="status" aria-label="Loading the comments">
      <Bar width="40%" />
      <Bar width="80%" />
    </div>
  )
}
