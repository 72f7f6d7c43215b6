import { postSearchText } from '../../features/posts/repository.ts'
import type { Tx } from '../../platform/db/client.ts'
import { DAY, HOUR, later } from '../clock.ts'
import type { ChestFile } from '../file-chest.ts'
import type { PictureName } from '../pictures/album.ts'
import { insertFiles, morning } from './content-parts.ts'
import type { ContentParts } from './content-parts.ts'
import { tellResidents } from './notices.ts'
import type { DemoPost } from './demo-post.ts'
import { DEMO_POSTS } from './posts.ts'

/** Posts with their pictures, their openings over the months and their comments. */
export async function insertPosts(tx: Tx, parts: ContentParts): Promise<void> {
  for (const post of DEMO_POSTS) {
    const { id, shownFrom, ends } = await insertPost(tx, parts, post)
    const { now } = parts.clock
    if (shownFrom > now) continue
    const until = ends !== null && ends < now ? ends : now
    await insertViews(tx, parts, id, { from: shownFrom, until, interest: post.interest })
    await insertComments(tx, parts, id, { from: shownFrom, until, comments: post.comments ?? [] })
    const title = post.type === 'EVENTS' ? 'New event' : 'New announcement'
    await tellResidents(tx, parts, { title, message: post.title, link: `/mail?postId=${id}`, at: shownFrom })
  }
}

async function insertPost(
  tx: Tx,
  parts: ContentParts,
  post: DemoPost,
): Promise<{ id: number; shownFrom: Date; ends: Date | null }> {
  const { now, timeZone } = parts.clock
  const at = morning(parts.clock, post.age)
  const begins = post.begins === undefined ? null : morning(parts.clock, -post.begins)
  const ends = post.ends === undefined ? null : morning(parts.clock, -post.ends)
  const shownFrom = begins ?? at

  const files: ChestFile[] = []
  const upload = async (name: PictureName): Promise<ChestFile> => {
    const file = parts.chest.add('images', `post_${name}`, await parts.picture(name), at)
    files.push(file)
    return file
  }
  const image = post.image ? [(await upload(post.image)).ref] : []
  const keys = new Map<PictureName, string>()
  for (const name of post.pictures ?? []) keys.set(name, (await upload(name)).ref.url)
  const long = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone })
  const content = post.content({
    day: (days) => long.format(later(now, days * DAY)),
    key: (name) => keys.get(name) ?? '',
  })

  const { id } = await tx
    .insertInto('posts')
    .values({
      title: post.title,
      description: post.description,
      type: post.type,
      attached_url: post.attachedUrl,
      content: JSON.stringify(content),
      image: JSON.stringify(image),
      start_date: begins,
      end_date: ends,
      turns_at: [begins, ends].find((moment) => moment !== null && moment > now) ?? null,
      enable_messaging: post.quiet ? 0 : 1,
      search_text: postSearchText({ ...post, content }),
      post_by_id: parts.adminId,
      approved_by_id: parts.adminId,
      approval_date: later(at, 5 * 60_000) < now ? later(at, 5 * 60_000) : now,
      announced_at: shownFrom > now ? null : shownFrom,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertFiles(
    tx,
    parts,
    files.map((file) => ({ kind: 'post', id, file })),
  )
  return { id, shownFrom, ends }
}

/** Most read a post on the first days, a few much later. */
async function insertViews(
  tx: Tx,
  { random, tenants }: ContentParts,
  postId: number,
  { from, until, interest }: { from: Date; until: Date; interest: number },
): Promise<void> {
  const span = until.getTime() - from.getTime()
  const rows = tenants.flatMap((tenant_id) => {
    const times = Math.floor(interest * 2 * random.next() + 0.35)
    return Array.from({ length: times }, () => ({
      post_id: postId,
      tenant_id,
      at: later(from, Math.floor(random.next() ** 4 * span)),
    }))
  })
  rows.sort((a, b) => a.at.getTime() - b.at.getTime())
  if (rows.length > 0) await tx.insertInto('post_views').values(rows).execute()
}

async function insertComments(
  tx: Tx,
  { random, tenants, adminId }: ContentParts,
  postId: number,
  { from, until, comments }: { from: Date; until: Date; comments: NonNullable<DemoPost['comments']> },
): Promise<void> {
  const gap = Math.min(20 * HOUR, (until.getTime() - from.getTime()) / (comments.length + 1))
  const rows = comments.map(([who, comment], index) => {
    const at = later(from, Math.floor((index + 0.3 + random.next() * 0.6) * gap))
    const writer = who === 'office' ? { admin_id: adminId } : { tenant_id: tenants[who] ?? tenants[0] ?? 0 }
    return { post_id: postId, ...writer, comment, created_at: at, updated_at: at }
  })
  for (const row of rows) await tx.insertInto('comments').values(row).execute()
}
