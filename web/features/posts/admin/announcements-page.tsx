import type { Post } from '@tahanan/contract/posts/answers.ts'
import '../../../ui/list-pages/office.css'
import './announcements.css'
import { allows } from '@tahanan/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useAdmin } from '../../../lib/api/me.ts'
import { ListStates } from '../../../ui/list-pages/list-states.tsx'
import { useTurnToLastPage } from '../../../ui/list-pages/use-turn-to-last-page.ts'
import { SearchBox } from '../../../ui/list-pages/list-tools.tsx'
import { useListParams } from '../../../ui/list-pages/list-params.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Pager } from '../../../ui/lists/pager.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { postsQuery } from '../calls.ts'
import { useLivePosts } from '../live-posts.ts'
import { usePostPanel } from './panel.ts'
import { AddPost, EditPost } from './post-modals.tsx'
import { PostCards } from './post-cards.tsx'
import { POST_COLUMNS, PostTable, type RowDeeds } from './post-table.tsx'
import { ThreadModal } from './thread-modal.tsx'
import { usePostActions } from './use-post-actions.ts'

/** The office's announcements and events (rules 15.18). */
export default function AnnouncementsPage() {
  const phone = useIsPhone()
  const { roles } = useAdmin()
  const may = (flag: string): boolean => allows(roles, 'announcements', flag)
  const { filter: asked, change, turn } = useListParams()
  const filter = { page: asked.page, limit: asked.limit, searchTerm: asked.searchTerm }
  const query = useQuery(postsQuery(filter))
  const { data: list, isPlaceholderData } = query
  const { panel, open, close } = usePostPanel()
  const { remove, approve } = usePostActions()
  useLivePosts()

  useTurnToLastPage(filter, query, turn)

  const deedsOf = (post: Post): RowDeeds => ({
    view: may('view') ? () => open({ kind: 'edit', id: post.id }) : undefined,
    approve: post.can.includes('approve') ? () => void approve(post) : undefined,
    thread: may('thread') ? () => open({ kind: 'thread', id: post.id }) : undefined,
    remove: post.can.includes('delete') ? () => void remove(post) : undefined,
  })
  const add = { label: 'Add announcement', icon: Plus, onPress: () => open({ kind: 'add' }) }
  const total = list?.total ?? 0
  return (
    <div className="office announcements">
      <PageHead title="Announcements" action={phone && may('add') ? add : undefined} />
      <div className="office-tools">
        <SearchBox
          hint="Search title"
          value={filter.searchTerm}
          onSearch={(searchTerm) => change({ searchTerm })}
        />
        {!phone && may('add') && (
          <>
            <span className="sp" />
            <Button kind="primary" icon={Plus} onClick={add.onPress}>
              {add.label}
            </Button>
          </>
        )}
      </div>
      <section
        className={!phone && list && list.data.length > 0 ? 'panel' : ''}
        aria-label="Announcements and events"
        aria-busy={isPlaceholderData}
      >
        <ListStates
          query={query}
          things="announcements"
          filter={filter}
          skeleton={{ columns: POST_COLUMNS.map((label) => [label]), actions: true, pager: true }}
          purpose="What you publish here, residents read on their dashboard."
          add={
            may('add') && (
              <Button icon={Plus} onClick={add.onPress}>
                {add.label}
              </Button>
            )
          }
          onClearSearch={() => change({ searchTerm: '' })}
        >
          {(posts) =>
            phone ? (
              <PostCards posts={posts} deedsOf={deedsOf} />
            ) : (
              <div className="scroll">
                <PostTable posts={posts} deedsOf={deedsOf} />
              </div>
            )
          }
        </ListStates>
        {total > 0 && <Pager page={filter.page} limit={filter.limit} total={total} onPage={turn} />}
      </section>
      {panel?.kind === 'add' && may('add') && <AddPost onClose={close} />}
      {panel?.kind === 'edit' && may('view') && <EditPost key={panel.id} id={panel.id} onClose={close} />}
      {panel?.kind === 'thread' && may('view') && (
        <ThreadModal key={panel.id} id={panel.id} onClose={close} />
      )}
    </div>
  )
}
