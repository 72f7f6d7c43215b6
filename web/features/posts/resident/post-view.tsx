import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { AdBanner } from '#features/ads/ad-banner.tsx'
import { isNotFound } from '#lib/api/api.ts'
import { LINK_REFRESH_MS } from '#lib/api/row-queries.ts'
import { DesktopHeadExtras } from '#ui/page-head.tsx'
import { Picture } from '#ui/picture.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { OutsideLink, parseOutsideAddress } from '#ui/rich-text/outside-link.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { ErrorState } from '#ui/states.tsx'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { postQuery } from '../calls.ts'
import { getAuthorName } from '../post.tsx'
import { Thread } from '../thread.tsx'
import { recordPostView, getListPage } from './calls.ts'
import { PostMeta } from './post-meta.tsx'

export function PostView({ id }: { id: number }) {
  const query = useQuery(postQuery(id))
  const { data, error, refetch, dataUpdatedAt } = query
  const isLoaded = data !== undefined
  const wasViewRecorded = useRef(false)
  useEffect(() => {
    if (!isLoaded || wasViewRecorded.current) return
    wasViewRecorded.current = true
    void recordPostView(id)
  }, [isLoaded, id])
  const isGone = isNotFound(error)
  return (
    <>
      <div className="post-top row">
        <BackLink />
        <DesktopHeadExtras />
      </div>
      <div className="beside">
        <div>
          {isGone && (
            <ErrorState title="This announcement is no longer shown">
              It has ended, or was taken down.
            </ErrorState>
          )}
          {!data && !isGone && <QueryState query={query} title="We could not load this announcement" />}
          {data && !isGone && (
            <PostArticle post={data} loadedAt={dataUpdatedAt} onStale={() => void refetch()} />
          )}
        </div>
        <AdBanner />
      </div>
    </>
  )
}

function BackLink() {
  const { state } = useLocation()
  const page = getListPage(state)
  return (
    <Link className="back row" to={page > 1 ? `/mail?page=${page}` : '/mail'}>
      <ArrowLeft />
      Announcements and Events
    </Link>
  )
}

function PostArticle({ post, loadedAt, onStale }: { post: Post; loadedAt: number; onStale: () => void }) {
  const address = parseOutsideAddress(post.attachedUrl)
  const [image] = useStableValue(post.image, post.updated_at, loadedAt)
  const content = useStableValue(post.content, post.updated_at, loadedAt)
  return (
    <article
      className="post"
      onErrorCapture={(event) => {
        if (event.target instanceof HTMLImageElement && Date.now() - loadedAt > LINK_REFRESH_MS) onStale()
      }}
    >
      <PostMeta post={post} />
      <h1>{post.title}</h1>
      <p className="author">{getAuthorName(post)}</p>
      <p className="lead">{post.description}</p>
      {image && !post.imageInText && (
        <Picture className="cover" file={image} alt="" sizes="(max-width: 899px) 92vw, 720px" first />
      )}
      {content !== null && <RichText value={content} />}
      {address && (
        <OutsideLink className="btn default attached" href={address.href}>
          <ExternalLink />
          {address.host}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </OutsideLink>
      )}
      <Thread post={post} />
    </article>
  )
}

/**
 * Keeps the first loaded value until the post changes or its signed links expire. Each refetch returns new
 * links, which would make the browser load the pictures again.
 */
function useStableValue<T>(value: T, updatedAt: string, loadedAt: number): T {
  const [stableEntry, setStableEntry] = useState({ value, updatedAt, loadedAt })
  const isStale = stableEntry.updatedAt !== updatedAt || loadedAt - stableEntry.loadedAt > LINK_REFRESH_MS
  if (isStale) setStableEntry({ value, updatedAt, loadedAt })
  return isStale ? value : stableEntry.value
}
