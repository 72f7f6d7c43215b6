import { CalendarClock, CircleCheckBig, CircleSlash, type LucideIcon } from 'lucide-react'
import { formatCount } from '#lib/format-number.ts'
import { formatDateTime } from '#lib/time.ts'
import { getIcon } from '#ui/icons.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { DateTimeText } from '#ui/values/date-time-text.tsx'
import { Tag, type TagColour, TypeTag } from '#ui/values/status-tag.tsx'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { getAuthorName, getPostType, UrgentTag } from '../post.tsx'
import { describeApproval } from './describe-approval.ts'

interface PostProps {
  post: Post
}

function PostType({ post }: PostProps) {
  const { tag, icon } = getPostType(post)
  return <TypeTag label={tag} icon={getIcon(icon)} />
}

const SHOWN_STATE_STYLES: Record<Post['shown'], { icon: LucideIcon; label: string; colour: TagColour }> = {
  scheduled: { icon: CalendarClock, label: 'SCHEDULED', colour: 'gold' },
  shown: { icon: CircleCheckBig, label: 'SHOWN', colour: 'green' },
  ended: { icon: CircleSlash, label: 'ENDED', colour: 'neutral' },
}

function ShownTag({ post: { shown } }: PostProps) {
  const { label, ...look } = SHOWN_STATE_STYLES[shown]
  return <Tag {...look}>{label}</Tag>
}

function ShownTime({ post }: PostProps) {
  const { shown, shownFrom, endDate } = post
  if (shown === 'scheduled')
    return (
      <>
        <small>from {formatDateTime(shownFrom)}</small>
        <small>{post.approver ? `Approved by ${post.approver.name}` : describeApproval(post)}</small>
      </>
    )
  return endDate === null ? null : <small>until {formatDateTime(endDate)}</small>
}

/** Returns the columns of the list. With `fold`, dates have two lines (rules 15.18). */
export const getPostColumns = (fold: boolean): TableColumn<Post>[] => [
  { label: 'Posted By', columnAbove: 'Title', renderCell: getAuthorName },
  {
    label: 'Title',
    isRowOpener: true,
    renderCell: ({ title }) => (
      <span className="clip" title={title}>
        {title}
      </span>
    ),
  },
  {
    label: 'Type',
    renderCell: (post) => (
      <>
        <PostType post={post} /> {post.urgent === 1 && <UrgentTag />}
      </>
    ),
  },
  {
    label: 'Date Posted',
    look: 'c-num',
    renderCell: (post) => <DateTimeText value={post.created_at} fold={fold} />,
  },
  {
    label: 'Shown',
    renderCell: (post) => (
      <>
        <ShownTag post={post} />
        <ShownTime post={post} />
      </>
    ),
  },
  { label: 'Views', look: 'c-num right', renderCell: ({ views = 0 }) => views.toLocaleString('en') },
  { label: 'Comments', look: 'c-num right', renderCell: ({ comments }) => comments.toLocaleString('en') },
]

export function toPostCard(post: Post): CardContent {
  const { title, views = 0, comments, created_at } = post
  return {
    top: (
      <>
        <PostType post={post} />
        <ShownTag post={post} />
      </>
    ),
    heading: title,
    words: (
      <>
        <p>
          <span>
            {getAuthorName(post)}, {formatDateTime(created_at)}
          </span>
          <span className="num">
            {formatCount(views, 'view', 'views')}, {formatCount(comments, 'comment', 'comments')}
          </span>
        </p>
        {post.urgent === 1 && <UrgentTag />}
      </>
    ),
  }
}
