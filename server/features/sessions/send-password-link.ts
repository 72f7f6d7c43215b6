import { sendAccountMail, type AccountMail } from '#features/deliveries/send-account-mail.ts'
import { findCommunityName } from '#features/settings/website-settings.ts'
import type { MailContent } from '#platform/mail/mail-content.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { endOlderTokens, createToken, deleteToken } from './passwords/create-token.ts'

/**
 * Path of each area's page for choosing a password. The token follows after `#`. Browsers do not send that
 * part of a URL, so no server logs it.
 */
const CHOOSE_PASSWORD_PATHS: Readonly<Record<Area, string>> = {
  client: '/choose-password',
  admin: '/admin/choose-password',
  'super-admin': '/super-admin/choose-password',
}

export interface LinkDetails {
  readonly community: string
  readonly url: string
  /** Expiry of the link in the community's time zone: 'Friday 20 March 2026 at 09:12'. */
  readonly until: string
}

interface LinkRequest extends Pick<AccountMail, 'purpose' | 'to' | 'reqId' | 'isOfJob'> {
  readonly area: Area
  readonly accountId: number
  readonly hours: number
  /** URL of the portal without a trailing slash. */
  readonly portal: string
  readonly createMailContent: (linkDetails: LinkDetails) => MailContent
  readonly shouldKeepOlderLinks?: boolean
}

/**
 * Mails a link by which the account's owner chooses a password. If the mail server accepts the mail, earlier
 * links end. If it refuses the mail, the new link is deleted and the earlier link remains valid. Must run
 * outside any transaction.
 */
export async function sendPasswordLink(
  { db, mailer, config }: Pick<PlatformContext, 'db' | 'mailer' | 'config'>,
  { hours, portal, createMailContent, shouldKeepOlderLinks = false, ...mail }: LinkRequest,
): Promise<void> {
  const validUntil = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: config.communityTimeZone,
  }).format(new Date(Date.now() + hours * 3_600_000))
  const { area, accountId } = mail
  const token = await db.transaction().execute((tx) => createToken(tx, area, accountId, hours))
  try {
    const url = `${portal}${CHOOSE_PASSWORD_PATHS[area]}#${token}`
    const mailContent = createMailContent({ community: await findCommunityName(db), url, until: validUntil })
    await sendAccountMail({ db, mailer }, { ...mail, letter: mailContent })
  } catch (error) {
    await deleteToken(db, token)
    throw error
  }
  if (!shouldKeepOlderLinks) await endOlderTokens(db, token)
}
