import { toPostSearchText } from '#features/posts/repository.ts'
import type { Tx } from '#platform/db/client.ts'
import { getManager, type Community } from './community.ts'
import { DAY, HOUR, parseDemoTime, addMilliseconds, MINUTE, getPseudoRandom } from './demo-clock.ts'
import type { DemoFile } from './demo-files.ts'
import { loadCommunityFile } from './load-community-file.ts'
import type { NotificationRow } from './notifications.ts'
import { findPerson } from './people.ts'
import { toDocument, type Block } from './rich-text-blocks.ts'

/** Post in `community/posts.json`. In its texts, `{day 9}` is replaced by the date nine days from now. */
export interface PostJson {
  readonly title: string
  readonly description: string
  readonly type: 'ANNOUNCEMENTS' | 'EVENTS'
  readonly attachedUrl: string
  readonly written: string
  readonly begins?: string
  readonly ends?: string
  /** True if residents may not comment on the post. */
  readonly quiet?: true
  readonly urgent?: true
  readonly interest: number
  readonly image?: string
  readonly content: readonly Block[]
  readonly comments?: readonly { readonly by: 'office' | (string & {}); readonly comment: string }[]
}

interface InsertedPost {
  readonly id: number
  readonly entry: PostJson
  readonly shownFrom: Date
  readonly shownUntil: Date
}

/** Inserts the demo's posts. Returns their notifications for residents, which the caller must insert. */
export async function insertPosts(tx: Tx, community: Community): Promise<NotificationRow[]> {
  const { now } = community.clock
  const insertedPosts: InsertedPost[] = []
  for (const entry of loadCommunityFile<PostJson[]>('posts')) {
    const post = await insertPost(tx, community, entry)
    if (post.shownFrom > now) continue
    insertedPosts.push(post)
    await insertViews(tx, community, post)
    await insertComments(tx, community, post)
  }
  return insertedPosts.map(({ id, entry, shownFrom }) => ({
    area: 'client',
    title: entry.type === 'EVENTS' ? 'New event' : 'New announcement',
    message: entry.title,
    link: `/mail?postId=${id}`,
    created_at: shownFrom,
  }))
}

async function insertPost(tx: Tx, community: Community, entry: PostJson): Promise<InsertedPost> {
  const { clock, demoFiles } = community
  const { now, timeZone } = clock
  const writtenAt = parseDemoTime(entry.written, clock)
  const beginTime = entry.begins ? parseDemoTime(entry.begins, clock) : null
  const endTime = entry.ends ? parseDemoTime(entry.ends, clock) : null
  const shownFrom = beginTime ?? writtenAt
  const manager = getManager(community)

  const addPicture = (picture: string) =>
    demoFiles.addAsset('images', `post_${picture}`, picture, writtenAt, manager)
  const image = entry.image && (await addPicture(entry.image))
  const filesByPicture = new Map<string, DemoFile>()
  for (const block of entry.content)
    if (typeof block === 'object' && 'picture' in block)
      filesByPicture.set(block.picture, await addPicture(block.picture))
  const longDateFormat = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone,
  })
  const blocks: Block[] = JSON.parse(
    JSON.stringify(entry.content).replaceAll(/\{day (-?\d+)\}/g, (_, days: string) =>
      longDateFormat.format(addMilliseconds(now, Number(days) * DAY)),
    ),
  )
  const content = toDocument(blocks, (picture) => filesByPicture.get(picture)?.ref.url ?? '')
  const { title, description, type, attachedUrl: attached_url } = entry
  const approvedAt = addMilliseconds(writtenAt, 5 * MINUTE)
  const { id } = await tx
    .insertInto('posts')
    .values({
      title,
      description,
      type,
      attached_url,
      content: JSON.stringify(content),
      image: JSON.stringify(image ? [image.ref] : []),
      start_date: beginTime,
      end_date: endTime,
      turns_at: [beginTime, endTime].find((time) => time !== null && time > now) ?? null,
      enable_messaging: entry.quiet ? 0 : 1,
      urgent: entry.urgent === true,
      search_text: toPostSearchText({ title, description, content }),
      post_by_id: manager.id,
      approved_by_id: manager.id,
      approval_date: approvedAt < now ? approvedAt : now,
      announced_at: shownFrom > now ? null : shownFrom,
      created_at: writtenAt,
      updated_at: writtenAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const file of [image, ...filesByPicture.values()]) if (file) file.setOwner('post', id)
  return { id, entry, shownFrom, shownUntil: endTime !== null && endTime < now ? endTime : now }
}

async function insertViews(tx: Tx, { residents }: Community, { id, entry }: InsertedPost): Promise<void> {
  const viewCount = residents.reduce(
    (sum, _, residentIndex) =>
      sum + Math.floor(entry.interest * 2 * getPseudoRandom(id * 131 + residentIndex * 7) + 0.35),
    0,
  )
  if (viewCount > 0)
    await tx.insertInto('post_view_tallies').values({ post_id: id, delta: viewCount }).execute()
}

async function insertComments(
  tx: Tx,
  community: Community,
  { id, entry: { comments = [] }, shownFrom, shownUntil }: InsertedPost,
): Promise<void> {
  const commentInterval = Math.min(
    20 * HOUR,
    (shownUntil.getTime() - shownFrom.getTime()) / (comments.length + 1),
  )
  const commentRows = comments.map(({ by, comment }, commentIndex) => {
    const commentedAt = addMilliseconds(
      shownFrom,
      Math.floor((commentIndex + 0.3 + getPseudoRandom(id + commentIndex) * 0.6) * commentInterval),
    )
    const writerColumns =
      by === 'office'
        ? { admin_id: getManager(community).id }
        : { tenant_id: findPerson(community.residents, by).id }
    return { post_id: id, ...writerColumns, comment, created_at: commentedAt, updated_at: commentedAt }
  })
  if (commentRows.length > 0) await tx.insertInto('comments').values(commentRows).execute()
}
