import '../../../ui/list-pages/office.css'
import './announcements.css'
import { allows } from '@tahanan/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useAdmin } from '../../../lib/api/me.ts'
import { SearchBox } from '../../../ui/list-pages/list-tools.tsx'
import { useListParams } from '../../../ui/list-pages/list-params.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Pager } from '../../../ui/lists/pager.tsx'
import { CardSkeletons, TableSkeleton } from '../../../ui/lists/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { postsQuery } from '../calls.ts'
import { useLivePosts } from '../live-posts.ts'
import { usePostPanel } from './panel.ts'
import { AddPost, EditPost } from './post-modals.tsx'
import { PostCards } from './post-cards.tsx'
import type { Post } from '../post.ts'
import { POST_COLUMNS, PostTable, type RowDeeds } from './post-table.tsx'
import { ThreadModal } from './thread-modal.tsx'
import { usePostActions } from './use-post-actions.ts'

/** The office's announcements and events (rules 15.18). */
export function AnnouncementsPage() {
  const phone = useIsPhone()
  const { roles } = useAdmin()
  const may = (flag: string): boolean => allows(roles, 'announcements', flag)
  const { filter: asked, change, turn } = useListParams()
  const filter = { page: asked.page, limit: asked.limit, searchTerm: asked.searchTerm }
  const { data: list, error, refetch, isFetching, isPlaceholderData } = useQuery(postsQuery(filter))
  const { panel, open, close } = usePostPanel()
  const { remove, approve } = usePostActions()
  useLivePosts()

  const pages = list && !isPlaceholderData ? Math.max(1, Math.ceil(list.total / filter.limit)) : filter.page
  // rows were deleted, and with them the last page
  useEffect(() => {
    if (filter.page > pages) turn(pages, true)
  })

  const deedsOf = (post: Post): RowDeeds => ({
    view: may('view') ? () => open({ kind: 'edit', id: post.id }) : undefined,
    approve: post.can.includes('approve') ? () => void approve(post) : undefined,
    thread: may('thread') ? () => open({ kind: 'thread', id: post.id }) : undefined,
    remove: post.can.includes('delete') ? () => void remove(post) : undefined,
  })
  const add = { label: 'Add announcement', icon: Plus, onPress: () => open({ kind: 'add' }) }
  const body = (): React.ReactNode => {
    if (!list && error)
      return (
        <ErrorState
          error={error}
          title="We could not load the announcements"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )
    if (!list)
      return phone ? (
        <CardSkeletons />
      ) : (
        <TableSkeleton columns={POST_COLUMNS.map((label) => [label])} actions pager />
      )
    if (list.data.length === 0)
      return filter.searchTerm === '' ? (
        <EmptyState
          title="No announcements yet"
          action={may('add') && <Button icon={Plus} onClick={add.onPress}>{`${add.label}`}</Button>}
        >
          What you publish here, residents read on their dashboard.
        </EmptyState>
      ) : (
        <EmptyState
          title="No announcements here"
          action={<Button onClick={() => change({ searchTerm: '' })}>Clear search</Button>}
        >
          Try another search.
        </EmptyState>
      )
    return phone ? (
      <PostCards posts={list.data} deedsOf={deedsOf} />
    ) : (
      <div className="scroll">
        <PostTable posts={list.data} deedsOf={deedsOf} />
      </div>
    )
  }
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
        {body()}
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
