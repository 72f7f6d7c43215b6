import './mail.css'
import { useScrollAndFocusNewPage } from '#lib/address/use-scroll-and-focus-new-page.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { useOpenId } from '#ui/panels/open-id.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { PostList } from './post-list.tsx'
import { PostView } from './post-view.tsx'

/** Page with the list of announcements and events, or with one opened post (rules 15.12). */
export default function MailPage() {
  const { openId } = useOpenId('postId')
  useLiveRefetch(liveChannels.posts, ['posts'])
  // The list and a post have the same path, so the shell (frame of all pages) does not detect the change
  // between them. This hook scrolls and moves the focus in its place.
  useScrollAndFocusNewPage(openId)
  return openId === undefined ? <PostList /> : <PostView key={openId} id={openId} />
}
