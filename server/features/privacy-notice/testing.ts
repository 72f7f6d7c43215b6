import { createDocument } from '#features/posts/testing.ts'
import type { DbOrTx } from '#platform/db/client.ts'

export async function createNotice(
  db: DbOrTx,
  text = 'We keep little.',
  changes = 'Written anew',
): Promise<number> {
  const lastNotice = await db
    .selectFrom('privacy_notices')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .executeTakeFirst()
  const id = (lastNotice?.id ?? 0) + 1
  const author = { post_by_id: 1, post_by_name: 'Super Admin' }
  await db
    .insertInto('privacy_notices')
    .values({ id, content: JSON.stringify(createDocument(text)), changes, ...author })
    .execute()
  return id
}
