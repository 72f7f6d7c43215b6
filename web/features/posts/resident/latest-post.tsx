import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { runWhenIdle } from '#lib/ahead/run-when-idle.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { formatDateTime } from '#lib/time.ts'
import { truncate } from '#lib/truncate.ts'
import { Button } from '#ui/controls/button.tsx'
import { SkeletonBars } from '#ui/lists/skeletons.tsx'
import { POST_TEXT_LENGTHS } from '@tahanan/contract/content/post.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { postQuery } from '../calls.ts'
import { UrgentTag } from '../post.tsx'
import { latestPostQuery, getPostAddress } from './calls.ts'
import './latest-post.css'

/** Card 'From the PMO' with the newest visible post (rules 15.11). */
export function LatestPost() {
  const { data: post, error, refetch, isFetching } = useQuery(latestPostQuery)
  useLiveRefetch(liveChannels.posts, ['posts'])
  const id = post?.id
  // Prefetches the complete post, also for reading it offline.
  useEffect(() => {
    if (id === undefined) return undefined
    return runWhenIdle(() => void queryClient.prefetchQuery({ ...postQuery(id), staleTime: 30_000 }))
  }, [id])
  return (
    <article className="tile latest-post" aria-busy={post === undefined && !error}>
      <p className="kick acts minor">
        <b>From the PMO</b>
        {post?.urgent === 1 && <UrgentTag />}
        {post && <time dateTime={post.shownFrom}>{formatDateTime(post.shownFrom)}</time>}
      </p>
      {post && (
        <>
          <h2>{truncate(post.title, POST_TEXT_LENGTHS.latestTitle)}</h2>
          <p className="clamp">{truncate(post.description, POST_TEXT_LENGTHS.latestDescription)}</p>
          <Link
            className="more row"
            to={getPostAddress(post.id)}
            aria-label={`Read announcement: ${post.title}`}
          >
            Read announcement
            <ArrowRight className="small" />
          </Link>
        </>
      )}
      {post === null && <p className="none">There is nothing new. Announcements and events appear here.</p>}
      {post === undefined && !error && (
        <SkeletonBars
          className="post-wait"
          label="Loading the latest announcement"
          bars={[['70%', 28], ['100%'], ['100%'], ['60%']]}
        />
      )}
      {post === undefined && error && (
        <p className="none" role="alert">
          We could not load the latest announcement.
          <Button kind="quiet" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
    </article>
  )
}
