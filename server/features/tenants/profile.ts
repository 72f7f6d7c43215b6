import { profileForm } from '@tahanan/contract/content/forms.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { ResidentActor } from '../../platform/actor.ts'
import { prepared } from '../../platform/db/client.ts'
import type { Tx } from '../../platform/db/client.ts'
import { PortalError } from '../../platform/errors.ts'
import { claimFiles, releaseFiles } from '../../platform/files/ownership.ts'
import { readFormBody, requireCurrent } from '../../platform/http/form-body.ts'
import { tell } from '../../platform/realtime/outbox.ts'

interface Profile {
  social_media_account: string
  image: string | null
  updated_at: Date
}

/**
 * Changes what residents may change of their own profile (rules 3.9): the social media account and the image, as far as
 * the body names them. The image comes as a list of one file or as its key, and is kept as the key; an empty one takes it away. Throws 400, and 409 where the body names an older `updated_at`; a change of nothing writes nothing.
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
  const before = await lockProfile(tx, actor.id)
  requireCurrent(updatedAt, before.updated_at)
  const after = {
    account: values.socialMediaAccount === undefined ? before.social_media_account : asText(values),
    image: values.image === undefined ? before.image : ((values.image as FileRef[])[0]?.url ?? null),
  }
  if (after.account === before.social_media_account && after.image === before.image) return
  await prepared(
    tx,
    'profile.update',
    `update tenants set social_media_account = $2, image = $3,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms') where id = $1`,
    [actor.id, after.account, after.image],
  )
  if (after.image !== before.image) {
    const owner = { kind: 'tenant', id: actor.id }
    if (after.image !== null) await claimFiles(tx, actor, owner, [after.image], 'image')
    if (before.image !== null) await releaseFiles(tx, owner, [before.image])
  }
  await tell(tx, 'account', { area: 'client', id: actor.id })
}

const asText = ({ socialMediaAccount }: Details): string => (socialMediaAccount as string | null) ?? ''

async function lockProfile(tx: Tx, tenantId: number): Promise<Profile> {
  const [row] = await prepared<Profile>(
    tx,
    'profile.lock',
    'select social_media_account, image, updated_at from tenants where id = $1 and status <> 0 for no key update',
    [tenantId],
  )
  if (!row) throw new PortalError('notFound')
  return row
}
