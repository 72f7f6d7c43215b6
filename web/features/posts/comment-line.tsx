import type { Comment } from '@tahanan/contract/posts/answers.ts'
import { Trash2 } from 'lucide-react'
import { showDateTime } from '../../lib/time.ts'
import { IconButton } from '../../ui/controls/button.tsx'

/** One comment, with its Delete where the reader may. Residents read 'PMO' in place of a staff name. */
export function CommentLine({ comment, onDelete }: { comment: Comment; onDelete: () => void }) {
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
        <p className="author">
          <b>{name}</b>
          {own && <small>you</small>}
          {admin && !own && name !== 'PMO' && <small>administrator</small>}
          <time dateTime={comment.created_at}>{showDateTime(comment.created_at)}</time>
        </p>
        <p className="said">{comment.comment}</p>
      </div>
      {comment.can.includes('delete') && (
        <IconButton icon={Trash2} label={`Delete the comment of ${name}`} onClick={onDelete} />
      )}
    </li>
  )
}
