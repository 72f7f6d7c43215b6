import type { DbOrTx, Tx } from '#platform/db/client.ts'
import type { Community } from './community.ts'
import { DAY, addMilliseconds, getPseudoRandom } from './demo-clock.ts'
import { loadCommunityFile } from './load-community-file.ts'
import { DEMO_SUPER_ADMIN } from './people.ts'
import { toDocument, type Block } from './rich-text-blocks.ts'

const NOTICE_AGE = 200 * DAY
/**
 * Maximum days between the publication of the privacy notice and the login at which an account of the demo
 * saw it.
 */
const LOGIN_DAYS = 21

const createContent = (): string => JSON.stringify(toDocument(loadCommunityFile<Block[]>('privacy-notice')))

export async function insertPrivacyNotice(
  tx: Tx,
  { clock, residents, administrators }: Pick<Community, 'clock' | 'residents' | 'administrators'>,
): Promise<void> {
  const author = await tx
    .selectFrom('super_admins')
    .select(['id', 'name'])
    .where('email', '=', DEMO_SUPER_ADMIN.email)
    .executeTakeFirstOrThrow()
  const published_at = addMilliseconds(clock.now, -NOTICE_AGE)
  const { id: notice_id } = await tx
    .insertInto('privacy_notices')
    .values({
      id: 1,
      content: createContent(),
      changes: 'The first version.',
      post_by_id: author.id,
      post_by_name: author.name,
      published_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const accounts = [
    ...administrators.map(({ id }) => ({ area: 'admin' as const, account_id: id })),
    { area: 'super-admin' as const, account_id: author.id },
    ...residents.map(({ id }) => ({ area: 'client' as const, account_id: id })),
  ]
  const views = accounts.map((account, accountIndex) => {
    const viewedAt = addMilliseconds(published_at, getPseudoRandom(accountIndex + 1) * LOGIN_DAYS * DAY)
    return { notice_id, ...account, at: viewedAt }
  })
  await tx
    .insertInto('privacy_notice_views')
    .values(views.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    .execute()
}

export async function removeDemoNotice(db: DbOrTx): Promise<void> {
  await db.deleteFrom('privacy_notices').where('content', '=', createContent()).execute()
}
