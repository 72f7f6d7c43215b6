import type { ResidentActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { moveFiles } from '#platform/files/ownership.ts'
import { readFormBody } from '#platform/http/form-body.ts'
import { requireCurrent } from '#platform/last-seen.ts'
import { tell } from '#platform/realtime/outbox.ts'
import { profileForm } from '@tahanan/contract/content/forms.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { lockTenant } from './changes.ts'

/**
 * Changes what residents may change of their own profile (rules 3.9): the social media account and the image, as far as the body
 * names them. The image comes as a list of one file or as its key, and is kept as the key; an empty one takes it away. Throws
 * 400, and 409 where the body names an older `updated_at`; a change of nothing writes nothing.
 */
export async function changeProfile(
  tx: Tx,
  actor: ResidentActor,
  body: Readonly<Details>,
  timeZone: string,
): Promise<void> {
  const { values, updatedAt } = readFormBody(profileForm, body, {
    action: 'update',
    writer: 'resident',
    timeZone,
  })
  const before = await lockTenant(tx, actor.id)
  requireCurrent(updatedAt, before.updated_at)
  const after = {
    account: values.socialMediaAccount === undefined ? before.social_media_account : asText(values),
    image: values.image === undefined ? before.image : ((values.image as FileRef[])[0]?.url ?? null),
  }
  if (after.account === before.social_media_account && after.image === before.image) return
  await tx
    .updateTable('tenants')
    .set({ social_media_account: after.account, image: after.image, updated_at: CLOCK })
    .where('id', '=', actor.id)
    .execute()
  const owner = { kind: 'tenant', id: actor.id }
  await moveFiles(tx, actor, owner, { image: [before.image] }, { image: [after.image] })
  await tell(tx, 'account', { area: 'client', id: actor.id })
}

const asText = ({ socialMediaAccount }: Details): string => (socialMediaAccount as string | null) ?? ''
