import type { Post } from '@tahanan/contract/posts/answers.ts'
import { Check, MessageSquare, Trash2 } from 'lucide-react'
import { showDateTime } from '../../../lib/time.ts'
import { iconNamed } from '../../../ui/icons.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { TypeTag } from '../../../ui/status-tag.tsx'
import { useIsCrowdedDesk, useIsNarrowDesk } from '../../../ui/use-media.ts'
import { When as Posted } from '../../../ui/when.tsx'
import { posterOf, typeOf } from '../post.ts'
import { ShownTag } from './shown-tag.tsx'

/** Headings of the list (rules 15.18), with the dates and counts that the office needs. */
export const POST_COLUMNS = [
  'Posted By',
  'Title',
  'Type',
  'Date Posted',
  'Residents see it',
  'Views',
  'Comments',
] as const
const COUNTS: readonly string[] = ['Views', 'Comments']

/** Actions of a row; one that is undefined is not allowed. */
export interface RowDeeds {
  view?: () => void
  approve?: () => void
  thread?: () => void
  remove?: () => void
}

interface PostListProps {
  posts: readonly Post[]
  deedsOf: (post: Post) => RowDeeds
}

/** The list on a desk. */
export function PostTable({ posts, deedsOf }: PostListProps) {
  const crowded = useIsCrowdedDesk()
  const roomy = !useIsNarrowDesk()
  return (
    <table className="table">
      <caption className="sr">Announcements and events</caption>
      <thead>
        <tr>
          {POST_COLUMNS.filter((label) => roomy || label !== 'Posted By').map((label) => (
            <th scope="col" key={label} className={COUNTS.includes(label) ? 'right' : ''}>
              {label}
              {!roomy && label === 'Title' && <small>Posted By</small>}
            </th>
          ))}
          <th scope="col">
            <span className="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => {
          const { view, approve, thread, remove } = deedsOf(post)
          const { tag, icon } = typeOf(post)
          return (
            <tr key={post.id}>
              {roomy && <td>{posterOf(post)}</td>}
              <td>
                <span className="clip" title={post.title}>
                  {post.title}
                </span>
                {!roomy && <div className="beneath">{posterOf(post)}</div>}
              </td>
              <td>
                <TypeTag label={tag} icon={iconNamed(icon)} />
              </td>
              <td className="c-num">
                <Posted value={post.created_at} fold={crowded} />
              </td>
              <td>
                <ShownTag shown={post.shown} />
                <When post={post} />
              </td>
              <td className="c-num right">{(post.views ?? 0).toLocaleString('en')}</td>
              <td className="c-num right">{post.comments.toLocaleString('en')}</td>
              <td className="right">
                <span className="rowact">
                  {view && (
                    <button type="button" className="go" aria-label={`View ${post.title}`} onClick={view}>
                      View
                    </button>
                  )}
                  {approve && <IconButton icon={Check} label={`Approve ${post.title}`} onClick={approve} />}
                  {thread && (
                    <IconButton icon={MessageSquare} label={`Thread of ${post.title}`} onClick={thread} />
                  )}
                  {remove && <IconButton icon={Trash2} label={`Delete ${post.title}`} onClick={remove} />}
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface WhenProps {
  post: Post
}

/** Returns from when a post will be seen, or until when it was. */
export function When({ post: { shown, shownFrom, endDate } }: WhenProps) {
  if (shown === 'scheduled') return <small>from {showDateTime(shownFrom)}</small>
  return endDate === null ? null : <small>until {showDateTime(endDate)}</small>
}
