import type { Tx } from '../../platform/db/client.ts'
import { DAY, later } from '../clock.ts'
import { DEMO_ADVERTISEMENTS } from './advertisements.ts'
import { insertFiles, morning } from './content-parts.ts'
import type { ContentParts } from './content-parts.ts'
import { DEMO_FEEDBACK } from './feedback.ts'
import { insertCirculars } from './insert-circulars.ts'
import { insertPosts } from './insert-posts.ts'

/** Writes what the office publishes and what residents say back: posts, memorandums, house rules, advertisements, feedback. */
export async function insertContent(tx: Tx, parts: ContentParts): Promise<void> {
  await insertPosts(tx, parts)
  await insertCirculars(tx, parts)
  await insertAdvertisements(tx, parts)
  await insertFeedback(tx, parts)
}

async function insertAdvertisements(tx: Tx, parts: ContentParts): Promise<void> {
  for (const [index, { title, url, description, picture }] of DEMO_ADVERTISEMENTS.entries()) {
    const at = morning(parts.clock, 200 - index * 35)
    const file = parts.chest.add(
      'advertisements',
      `advertisements_${title}`,
      await parts.picture(picture),
      at,
    )
    const { id } = await tx
      .insertInto('advertisements')
      .values({
        title,
        url,
        description,
        images: JSON.stringify([file.ref]),
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertFiles(tx, parts, [{ kind: 'advertisement', id, file }])
  }
}

/** How often each thing is said, by different residents over the year. */
const FEEDBACK_ROUNDS = 3

async function insertFeedback(tx: Tx, { clock, random, tenants }: ContentParts): Promise<void> {
  const count = DEMO_FEEDBACK.length * FEEDBACK_ROUNDS
  const rows = Array.from({ length: count }, (_, index) => {
    const [rate, message] = DEMO_FEEDBACK[index % DEMO_FEEDBACK.length] ?? [5, '']
    const at = later(clock.now, -((count - index) * 5 + random.next() * 4) * DAY)
    return { tenant_id: random.pick(tenants), rate, message, created_at: at, updated_at: at }
  })
  await tx.insertInto('feedbacks').values(rows).execute()
}
