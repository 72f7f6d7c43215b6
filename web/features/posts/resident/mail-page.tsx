import './mail.css'
import { useNewPage } from '#lib/address/use-new-page.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { useOpenId } from '#ui/panels/open-id.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { PostList } from './post-list.tsx'
import { PostView } from './post-view.tsx'

/** Page with the list of announcements and events, or with one opened post (rules 15.12). */
export default function MailPage() {
  const { openId } = useOpenId('postId')
  useLiveRefetch(channels.posts, ['posts'])
  // The list and a post have the same path, so the shell does not notice the change and must be informed.
  useNewPage(openId)
  return openId === undefined ? <PostList /> : <PostView key={openId} id={openId} />
}
