import type { Area } from '@tahanan/contract/limits.ts'
import type { PortalApp } from '../../../platform/http/portal-app.ts'
import { portalUrlOf } from '../../../platform/http/portal-url.ts'
import type { Letter } from '../../../platform/mail/letter.ts'
import type { Services } from '../../../platform/services.ts'
import { readSettings } from '../../settings/website-settings.ts'
import { isTimeToWarn } from './code-attempts.ts'
import { accountOf } from '../accounts.ts'
import type { OfficeAccount } from '../office-account.ts'

const HOMES: Readonly<Record<Exclude<Area, 'client'>, string>> = {
  admin: '/admin',
  'super-admin': '/super-admin',
}

/** Tells an account's owner of wrong codes, beside the call that brought the last of them. */
export type WarnOfCodes = (account: OfficeAccount, address: string) => void

/**
 * Mails the owner when somebody who knows the password keeps typing wrong codes, so that they can change the password.
 */
export function codeWarnings(app: PortalApp, services: Services): WarnOfCodes {
  const mailing = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(mailing)
  })
  return (account, address) => {
    const done = warn(services, account, address, portalUrlOf(services.config, app.server))
      .catch((error: unknown) =>
        services.log.warn({ err: error }, 'an owner could not be told of wrong codes'),
      )
      .finally(() => mailing.delete(done))
    mailing.add(done)
  }
}

async function warn(
  { db, mailer }: Services,
  { area, id }: OfficeAccount,
  address: string,
  portal: string,
): Promise<void> {
  const owner = await accountOf(db, area, id)
  if (!owner?.email || !(await isTimeToWarn(db, area, owner.email))) return
  const [name] = await readSettings(db, ['websiteName'])
  const community = name?.value ?? ''
  await mailer.send(
    { name: owner.name, address: owner.email },
    wrongCodes(owner.name, community, address, `${portal}${HOMES[area]}`),
  )
}

function wrongCodes(name: string, community: string, address: string, url: string): Letter {
  return {
    subject: `Wrong codes at your login to ${community}`,
    community,
    greeting: `Dear ${name},`,
    paragraphs: [
      `Somebody typed your right password at the portal of ${community}, and then several wrong codes of the authenticator app. With these codes nobody got in.`,
      'If that was you, you need not do anything. If it was not, somebody knows your password: please log in and change it now.',
    ],
    facts: [['The last came from', address]],
    action: { label: 'Open the portal', url },
    notes: [
      'After too many wrong codes in a day only your recovery codes are taken, until a day has passed.',
    ],
    from: 'Property Management Office',
  }
}
