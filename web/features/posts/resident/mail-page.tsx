import './mail.css'
import { useNewPage } from '#lib/address/use-new-page.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { useOpenId } from '#ui/panels/open-id.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { PostList } from './post-list.tsx'
import { PostView } from './post-view.tsx'

/** Announcements and events: the list, or one post (rules 15.12). */
export default function MailPage() {
  const { openId } = useOpenId('postId')
  useLiveRefetch(channels.posts, ['posts'])
  // List and post share a path, so the shell does not detect the change of page.
  useNewPage(openId)
  return openId === undefined ? <PostList /> : <PostView key={openId} id={openId} />
}
