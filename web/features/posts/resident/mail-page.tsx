import './mail.css'
import { channels } from '@tahanan/contract/channels.ts'
import { useEffect, useRef } from 'react'
import { useLiveRefetch } from '../../../lib/live/live-refetch.ts'
import { useOpenId } from '../../../lib/address/open-id.ts'
import { PostList } from './post-list.tsx'
import { PostView } from './post-view.tsx'

/** Announcements and events: the list, or one of them (rules 15.12). */
export default function MailPage() {
  const { openId } = useOpenId('postId')
  useLiveRefetch(channels.posts, ['posts'])
  // list and post share a path, so the focus is moved here as the shell does it between paths
  const shown = useRef(openId)
  useEffect(() => {
    if (shown.current === openId) return
    shown.current = openId
    document.getElementById('page')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [openId])
  return openId === undefined ? <PostList /> : <PostView key={openId} id={openId} />
}
