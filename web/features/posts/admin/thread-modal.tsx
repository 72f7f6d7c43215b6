import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#lib/time.ts'
import { WaitingSheet } from '#ui/list-pages/waiting-sheet.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { Picture } from '#ui/picture.tsx'
import { OutsideLink } from '#ui/rich-text/outside-link.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { postQuery } from '../calls.ts'
import { getAuthorName } from '../post.tsx'
import { Thread } from '../thread.tsx'

/** A post with its image and comments (rules 15.18). */
export function ThreadModal({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(postQuery(id))
  const { data: post } = query
  const sheet = { place: 'box', width: 720, title: 'Thread', onClose } as const
  if (!post) return <WaitingSheet {...sheet} query={query} thing="this post" />
  const [image] = post.image
  return (
    <Sheet {...sheet} subtitle={`${getAuthorName(post)}, ${formatDateTime(post.created_at)}`}>
      <article className="post-read stack gap-4">
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
    </Sheet>
  )
}
