import type { Post } from '@tahanan/contract/posts/answers.ts'
import { Check, Eye, MessageSquare, Trash2 } from 'lucide-react'
import { showDateTime } from '../../../lib/time.ts'
import { type RowAction, RowMenu } from '../../../ui/lists/row-menu.tsx'
import { TypeTag } from '../../../ui/status-tag.tsx'
import { iconNamed } from '../../../ui/icons.ts'
import { posterOf, typeOf } from '../post.ts'
import type { RowDeeds } from './post-table.tsx'
import { ShownTag } from './shown-tag.tsx'

interface PostCardsProps {
  posts: readonly Post[]
  deedsOf: (post: Post) => RowDeeds
}

function menuOf({ view, approve, thread, remove }: RowDeeds): RowAction[] {
  return [
    ...(view ? [{ label: 'View', icon: Eye, onSelect: view }] : []),
    ...(approve ? [{ label: 'Approve', icon: Check, onSelect: approve }] : []),
    ...(thread ? [{ label: 'Thread', icon: MessageSquare, onSelect: thread }] : []),
    ...(remove ? [{ label: 'Delete', icon: Trash2, danger: true, onSelect: remove }] : []),
  ]
}

/** The list on a phone. */
export function PostCards({ posts, deedsOf }: PostCardsProps) {
  return posts.map((post) => {
    const deeds = deedsOf(post)
    const { tag, icon } = typeOf(post)
    const actions = menuOf(deeds)
    return (
      <article className="acard plain post" key={post.id}>
        <div className="l1">
          <TypeTag label={tag} icon={iconNamed(icon)} />
          <ShownTag shown={post.shown} />
        </div>
        <div>
          <h2>
            {deeds.view ? (
              <button type="button" onClick={deeds.view}>
                {post.title}
              </button>
            ) : (
              post.title
            )}
          </h2>
          <p>
            <span>
              {posterOf(post)}, {showDateTime(post.created_at)}
            </span>
            <span className="num">
              {(post.views ?? 0).toLocaleString('en')} {post.views === 1 ? 'view' : 'views'},{' '}
              {post.comments.toLocaleString('en')} {post.comments === 1 ? 'comment' : 'comments'}
            </span>
          </p>
        </div>
        {actions.length > 0 && (
          <div className="more">
            <RowMenu label={`Actions for ${post.title}`} actions={actions} />
          </div>
        )}
      </article>
    )
  })
}
