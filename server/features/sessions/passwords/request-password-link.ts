import { Type } from 'typebox'
import { ignorePermanentRefusal } from '#features/deliveries/send-account-mail.ts'
import { canMailForgottenPassword } from '#features/settings/website-settings.ts'
import { PortalError } from '#platform/errors.ts'
import { defineTask } from '#platform/jobs/define-task.ts'
import type { MailContent } from '#platform/mail/mail-content.ts'
import type { MailContext, PlatformContext } from '#platform/platform-context.ts'
import { PASSWORD_LINK_LIMITS, type Area } from '@tahanan/contract/limits.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'
import { findAccount, requireNoMaintenance } from '../accounts.ts'
import { countLinkRequest, findLinkRequest } from '../login-attempt.ts'
import { sendPasswordLink, type LinkDetails } from '../send-password-link.ts'

/**
 * Queues a request for a link to choose a new password. The account is looked up later, in the job, so that
 * neither the answer nor its time reveals whether the account exists. Throws `noMail` (503) without a mail
 * server, 503 during maintenance, and 429 above the limit of the address or account.
 */
export async function requestPasswordLink(
  { db, config }: Pick<PlatformContext, 'db' | 'config'>,
  area: Area,
  login: string,
  { address, reqId }: { readonly address: string; readonly reqId: string },
): Promise<void> {
  if (!canMailForgottenPassword(config)) throw new PortalError('noMail')
  await requireNoMaintenance(db, area)
  await mailForgottenPassword.add(db, {
    request: await countLinkRequest(db, area, toOneLine(login), address),
    reqId,
  })
}

/**
 * Job that mails the account's owner a link for a new password, valid once within an hour. Does nothing if
 * the account is unknown or has no address. Earlier links remain valid. Otherwise a stranger could end a link
 * from the office by requesting another one.
 */
export const mailForgottenPassword = defineTask({
  name: 'mail-forgotten-password',
  payload: Type.Object({ request: Type.Integer(), reqId: Type.String() }),
  async run(services: MailContext, { request, reqId }) {
    const linkRequest = await findLinkRequest(services.db, request)
    const owner = linkRequest && (await findAccount(services.db, linkRequest.area, linkRequest.account))
    if (!linkRequest || !owner?.email) return
    const { area } = linkRequest
    const sendPromise = sendPasswordLink(services, {
      area,
      accountId: owner.id,
      purpose: 'newPassword',
      reqId,
      isOfJob: true,
      hours: PASSWORD_LINK_LIMITS.linkHours,
      to: { name: owner.name, address: owner.email },
      portal: services.portalUrl(),
      createMailContent: (linkDetails) => createForgottenPasswordMail(area, owner, linkDetails),
      shouldKeepOlderLinks: true,
    })
    await ignorePermanentRefusal(sendPromise)
  },
})

function createForgottenPasswordMail(
  area: Area,
  owner: { name: string; login: string },
  { community, url, until }: LinkDetails,
): MailContent {
  return {
    subject: `Choose a new password for ${community}`,
    community,
    greeting: `Dear ${owner.name},`,
    paragraphs: [
      `We received a request for a new password for your account at ${community}. ` +
        'Use this link to choose it.',
    ],
    facts: [[area === 'client' ? 'Client code' : 'Email', owner.login]],
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
