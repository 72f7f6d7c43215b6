import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/api.ts'
import { showDateTime } from '../../../lib/time.ts'
import { OutsideLink } from '../../../ui/rich-text/outside-link.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RichText } from '../../../ui/rich-text/rich-text.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { RecordSkeleton } from '../../../ui/lists/skeletons.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { postQuery } from '../calls.ts'
import { posterOf } from '../post.ts'
import { Thread } from '../thread.tsx'

interface ThreadModalProps {
  id: number
  onClose: () => void
}

/** A post with its image and its comments (rules 15.18). */
export function ThreadModal({ id, onClose }: ThreadModalProps) {
  const { data: post, error, refetch, isFetching } = useQuery(postQuery(id))
  const gone = error instanceof ApiError && error.status === 404
  const [image] = post?.image ?? []
  return (
    <Sheet
      place="box"
      width={720}
      title="Thread"
      subtitle={post && `${posterOf(post)}, ${showDateTime(post.created_at)}`}
      onClose={onClose}
    >
      {!post && !error && <RecordSkeleton />}
      {!post && error && (
        <ErrorState
          error={error}
          title={gone ? error.message : 'We could not load this post'}
          onRetry={gone ? undefined : () => void refetch()}
          busy={isFetching}
        >
          {gone ? 'It may have been deleted.' : undefined}
        </ErrorState>
      )}
      {post && (
        <article className="post-read">
          <h2>{post.title}</h2>
          <p className="lead">{post.description}</p>
          {image && <Picture file={image} alt="" sizes="(max-width: 900px) 100vw, 664px" first />}
          <RichText value={post.content} />
          {post.attachedUrl !== '' && (
            <p>
              <OutsideLink href={post.attachedUrl}>{post.attachedUrl}</OutsideLink>
            </p>
          )}
          <Thread postId={post.id} mayComment={post.can.includes('comment')} />
        </article>
      )}
    </Sheet>
  )
}
