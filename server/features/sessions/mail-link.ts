import { communityName } from '#features/settings/website-settings.ts'
import type { Letter } from '#platform/mail/letter.ts'
import type { Recipient } from '#platform/mail/mailer.ts'
import type { Services } from '#platform/services.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { endOlderTokens, makeToken, withdrawToken } from './passwords/account-tokens.ts'

/** The page of each area; what follows the `#` stays in the browser and reaches no log. */
const PAGES: Readonly<Record<Area, string>> = {
  client: '/choose-password',
  admin: '/admin/choose-password',
  'super-admin': '/super-admin/choose-password',
}

/** Facts for a letter with a link. */
export interface LinkFacts {
  /** Name of the community. */
  readonly community: string
  /** Opens the page on which a password is chosen. */
  readonly url: string
  /** 'Friday 20 March 2026 at 09:12', community time: the link is good until then. */
  readonly until: string
}

/** Parts for a mail that a job sends. */
export interface MailServices extends Pick<Services, 'db' | 'mailer' | 'config'> {
  /** Returns the address of the portal, without a slash at the end. */
  readonly portalUrl: () => string
}

interface LinkRequest {
  readonly area: Area
  readonly accountId: number
  readonly hours: number
  readonly to: Recipient
  /** Address of the portal, without a slash at the end. */
  readonly portal: string
  readonly letter: (facts: LinkFacts) => Letter
  /** Links that were mailed before go on. */
  readonly keepOlder?: boolean
}

/**
 * Mails a link with which the owner of an account chooses a password; it replaces older ones once the mail has left. Throws
 * what `Mailer.send` throws, and then leaves nothing behind: the earlier link still works. No transaction is open while the
 * mail is sent.
 */
export async function mailLink(
  { db, mailer, config }: Pick<Services, 'db' | 'mailer' | 'config'>,
  { area, accountId, hours, to, portal, letter, keepOlder = false }: LinkRequest,
): Promise<void> {
  const until = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: config.communityTimeZone,
  }).format(new Date(Date.now() + hours * 3_600_000))
  const token = await db.transaction().execute((tx) => makeToken(tx, area, accountId, hours))
  try {
    const url = `${portal}${PAGES[area]}#${token}`
    await mailer.send(to, letter({ community: await communityName(db), url, until }))
  } catch (error) {
    await withdrawToken(db, token)
    throw error
  }
  if (!keepOlder) await endOlderTokens(db, token)
}
