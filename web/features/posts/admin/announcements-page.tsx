import { channels } from '@tahanan/contract/channels.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Check, MessageSquare, Plus } from 'lucide-react'
import { useOpenId } from '../../../lib/address/open-id.ts'
import { usePanel } from '../../../lib/address/panel.ts'
import { useAdmin } from '../../../lib/api/me.ts'
import { useLiveRefetch } from '../../../lib/live/live-refetch.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ListPage } from '../../../ui/list-pages/list-page.tsx'
import { useListParams } from '../../../ui/list-pages/list-params.ts'
import { deleteAction, openAction } from '../../../ui/lists/row-actions.ts'
import type { RowAction } from '../../../ui/overlays/row-menu.tsx'
import { useIsCrowdedDesk, useIsNarrowDesk } from '../../../ui/use-media.ts'
import { postsQuery } from '../calls.ts'
import { postCard, postColumns } from './post-columns.tsx'
import { AddPost, EditPost } from './post-modals.tsx'
import { ThreadModal } from './thread-modal.tsx'
import { usePostActions } from './use-post-actions.ts'
import './announcements.css'

/** The office's announcements and events (rules 15.18). */
export default function AnnouncementsPage() {
  const { roles } = useAdmin()
  const may = (flag: string): boolean => allows(roles, 'announcements', flag)
  const list = useListParams()
  const { page, limit, searchTerm } = list.filter
  const { panel, open, close } = usePanel()
  // notifications of comments lead to the thread
  const thread = useOpenId('postId')
  const { remove, approve } = usePostActions()
  useLiveRefetch(channels.posts, ['posts'])
  const view = ({ id }: Post): void => open(id)
  const actionsOf = (post: Post): RowAction[] => [
    ...(may('view') ? [openAction(() => view(post))] : []),
    ...(post.can.includes('approve')
      ? [{ label: 'Approve', icon: Check, onSelect: () => void approve(post) }]
      : []),
    ...(may('thread')
      ? [{ label: 'Thread', icon: MessageSquare, onSelect: () => thread.show(post.id) }]
      : []),
    ...(post.can.includes('delete') ? [deleteAction(() => void remove(post))] : []),
  ]
  const add = may('add') ? { label: 'Add announcement', onPress: () => open() } : undefined
  return (
    <ListPage
      title="Announcements"
      className="announcements"
      caption="Announcements and events"
      searchHint="Search title or text"
      list={list}
      query={useQuery(postsQuery({ page, limit, searchTerm }))}
      things="announcements"
      purpose="What you publish here, residents read on their dashboard."
      add={add}
      emptyAction={
        add && (
          <Button icon={Plus} onClick={add.onPress}>
            {add.label}
          </Button>
        )
      }
      columns={postColumns(useIsCrowdedDesk())}
      stack={useIsNarrowDesk()}
      card={postCard}
      nameOf={({ title }) => title}
      onOpen={may('view') ? view : undefined}
      actions={actionsOf}
    >
      {panel && panel.id === undefined && may('add') && <AddPost onClose={close} />}
      {panel?.id !== undefined && may('view') && <EditPost key={panel.id} id={panel.id} onClose={close} />}
      {thread.openId !== undefined && may('view') && (
        <ThreadModal key={thread.openId} id={thread.openId} onClose={() => thread.show(undefined)} />
      )}
    </ListPage>
  )
}
