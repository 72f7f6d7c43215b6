import { Type } from 'typebox'
import { sendAccountMail, ignorePermanentRefusal } from '#features/deliveries/send-account-mail.ts'
import { findCommunityName } from '#features/settings/website-settings.ts'
import { defineTask } from '#platform/jobs/define-task.ts'
import type { MailContent } from '#platform/mail/mail-content.ts'
import type { MailContext, PlatformContext } from '#platform/platform-context.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { findActiveAccount } from '../accounts.ts'
import { findLastFailedLoginAddress } from '../record-login.ts'
import type { OfficeAccount } from '../to-office-account.ts'
import { warnOncePerDay } from './code-attempts.ts'

const AREA_PATHS: Readonly<Record<Exclude<Area, 'client'>, string>> = {
  admin: '/admin',
  'super-admin': '/super-admin',
}

/**
 * Mails the account's owner after several wrong codes. Whoever sent the codes knows the right password or
 * uses an open session, so the owner should change the password: this ends the other sessions too.
 */
export function warnOfWrongCodes(
  { db }: Pick<PlatformContext, 'db'>,
  account: OfficeAccount,
  login: string,
  reqId: string | undefined,
): Promise<void> {
  const { area, id } = account
  return warnOncePerDay(db, area, login, (tx) =>
    mailCodeWarning.add(tx, { area, id, ...(reqId && { reqId }) }),
  )
}

export const mailCodeWarning = defineTask({
  name: 'mail-code-warning',
  payload: Type.Object({
    area: Type.Union([Type.Literal('admin'), Type.Literal('super-admin')]),
    id: Type.Integer(),
    reqId: Type.Optional(Type.String()),
  }),
  async run({ db, mailer, portalUrl }: MailContext, account) {
    const { area, id, reqId } = account
    const owner = await findActiveAccount(db, area, id)
    if (!owner?.email) return
    const address = await findLastFailedLoginAddress(db, account)
    const letter = createWrongCodesMail(
      owner.name,
      await findCommunityName(db),
      address,
      `${portalUrl()}${AREA_PATHS[area]}`,
    )
    const recipient = { name: owner.name, address: owner.email }
    const mail = {
      area,
      accountId: id,
      purpose: 'wrongCodes',
      to: recipient,
      letter,
      reqId,
      isOfJob: true,
    } as const
    await ignorePermanentRefusal(sendAccountMail({ db, mailer }, mail))
  },
})

function createWrongCodesMail(name: string, community: string, address: string, url: string): MailContent {
  return {
    subject: `Wrong codes at your login to ${community}`,
    community,
    greeting: `Dear ${name},`,
    paragraphs: [
      `Somebody typed several wrong codes of your authenticator app at the portal of ${community}, after ` +
        'your right password or in an open session of your account. None of these codes was accepted.',
      'If that was you, you need not do anything. If it was not, somebody knows your password or uses your ' +
        'session: please log in and change your password now, which ends your other sessions.',
    ],
    facts: [['The last came from', address]],
    action: { label: 'Open the portal', url },
    notes: [
      'After too many wrong codes in a day only your recovery codes are taken, until a day has passed.',
    ],
    from: 'Property Management Office',
  }
}
