import { csvDay } from '#lib/time.ts'
import { recordsCsv } from '@tahanan/contract/csv.ts'
import type { PostOfCsv } from '@tahanan/contract/posts/answers.ts'
import { getAuthorName, getPostType } from '../post.tsx'

/** Returns the CSV file of announcements and events (rules 13.13). */
export const postsCsv = (rows: readonly PostOfCsv[]): string =>
  recordsCsv(rows, {
    title: ({ title }) => title,
    type: (post) => getPostType(post).tag,
    postedBy: getAuthorName,
    datePosted: ({ created_at }) => csvDay(created_at),
    residentsSeeIt: ({ shown }) => shown.toUpperCase(),
    from: ({ shownFrom }) => csvDay(shownFrom),
    until: ({ endDate }) => csvDay(endDate),
    views: ({ views }) => views,
    comments: ({ comments }) => comments,
  })
