import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { AdBanner } from '#features/ads/ad-banner.tsx'
import { truncate } from '#lib/truncate.ts'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { PagerAtPageEnd } from '#ui/lists/pager.tsx'
import { CardSkeletons } from '#ui/lists/skeletons.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Picture } from '#ui/picture.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import { POST_TEXT_LENGTHS } from '@tahanan/contract/content/post.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { postsQuery } from '../calls.ts'
import { getAuthorName } from '../post.tsx'
import { createListPageState, getPostAddress } from './calls.ts'
import { PostMeta } from './post-meta.tsx'

export function PostList() {
  return (
    <>
      <PageHead title="Announcements and Events" description="News from the PMO." />
      <div className="beside">
        <Posts />
        <AdBanner />
      </div>
    </>
  )
}

function Posts() {
  const { filter, openPage } = useListParams({ isForResident: true })
  const { page, limit } = filter
  const query = useQuery(postsQuery({ page, limit, searchTerm: '' }))
  const { data } = query
  if (!data)
    return (
      <QueryState query={query} title="We could not load the announcements">
        <CardSkeletons />
      </QueryState>
    )
  if (data.total === 0) {
    return <EmptyState title="No announcements yet">News and events of the PMO appear here.</EmptyState>
  }
  return (
    <section aria-label="Announcements and events">
      <ul className="cards posts">
        {data.data.map((post) => (
          <li key={post.id}>
            <PostLine post={post} page={page} />
          </li>
        ))}
      </ul>
      <PagerAtPageEnd page={page} limit={limit} total={data.total} onPage={openPage} />
    </section>
  )
}

function PostLine({ post, page }: { post: Post; page: number }) {
  const [image] = post.image
  return (
    <Link
      className={image ? 'tile pictured' : 'tile'}
      to={getPostAddress(post.id)}
      state={createListPageState(page)}
    >
      <div>
        <PostMeta post={post} />
        <h2>{truncate(post.title, POST_TEXT_LENGTHS.listTitle)}</h2>
        <p className="clamp">{post.description}</p>
        <p className="meta acts minor">
          <span>{getAuthorName(post)}</span>
          {post.comments > 0 && (
            <span className="num">
              <MessageSquare className="small" />
              {post.comments.toLocaleString('en')}
              <span className="visually-hidden">{post.comments === 1 ? ' comment' : ' comments'}</span>
            </span>
          )}
        </p>
      </div>
      {image && <Picture file={image} alt="" sizes="112px" />}
    </Link>
  )
}
