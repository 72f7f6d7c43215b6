import { Type } from 'typebox'
import { offersForgottenPassword } from '#features/settings/website-settings.ts'
import { PortalError } from '#platform/errors.ts'
import { defineTask } from '#platform/jobs/define-task.ts'
import type { Letter } from '#platform/mail/letter.ts'
import type { Services } from '#platform/services.ts'
import { FORGOTTEN_PASSWORD, type Area } from '@tahanan/contract/limits.ts'
import { findAccount, refuseInMaintenance } from '../accounts.ts'
import { countLinkRequest, findLinkRequest } from '../login-attempts.ts'
import { mailLink, type LinkFacts, type MailServices } from '../mail-link.ts'

/**
 * Takes a request for a link to choose a new password. Throws `noMail` (503) where none can be sent, 503 while the area is
 * under maintenance, 429 by address and by account; it neither knows nor tells whether the account exists: that is looked up
 * by the job, which nobody waits for.
 */
export async function takeRequest(
  { db, config }: Pick<Services, 'db' | 'config'>,
  area: Area,
  login: string,
  address: string,
): Promise<void> {
  if (!offersForgottenPassword(config)) throw new PortalError('noMail')
  await refuseInMaintenance(db, area)
  await mailForgottenPassword.add(db, { request: await countLinkRequest(db, area, login.trim(), address) })
}

/**
 * Mails the account's owner a link, good for an hour and once; nothing happens where there is no such account or it has no
 * address. Links that were mailed before go on: a stranger who asks must not end what the office sent.
 */
export const mailForgottenPassword = defineTask({
  name: 'mail-forgotten-password',
  payload: Type.Object({ request: Type.Integer() }),
  async run(services: MailServices, { request }) {
    const asked = await findLinkRequest(services.db, request)
    const owner = asked && (await findAccount(services.db, asked.area, asked.account))
    if (!asked || !owner?.email) return
    const { area } = asked
    await mailLink(services, {
      area,
      accountId: owner.id,
      hours: FORGOTTEN_PASSWORD.linkHours,
      to: { name: owner.name, address: owner.email },
      portal: services.portalUrl(),
      letter: (facts) => forgottenPassword(area, owner, facts),
      keepOlder: true,
    })
  },
})

function forgottenPassword(
  area: Area,
  owner: { name: string; login: string },
  { community, url, until }: LinkFacts,
): Letter {
  return {
    subject: `Choose a new password for ${community}`,
    community,
    greeting: `Dear ${owner.name},`,
    paragraphs: [
      `Somebody, probably you, told the portal of ${community} that you have forgotten your password. With this link you choose a new one.`,
    ],
    facts: [[area === 'client' ? 'Client code' : 'E-mail', owner.login]],
    action: { label: 'Choose a new password', url },
    notes: [
      `The link works once, until ${until}. You are then logged out everywhere.`,
      ...(area === 'client'
        ? []
        : ['If you log in with an authenticator app as well, its code is still asked for.']),
      'If you did not ask for this, you need not do anything: your password stays as it is.',
    ],
    from: 'Property Management Office',
  }
}
