import { sendPasswordLink, type LinkDetails } from '#features/sessions/send-password-link.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import type { MailContent } from '#platform/mail/mail-content.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { LOGIN_DETAILS_HOURS } from '@tahanan/contract/billing/tenant.ts'
import { requireTenant, type TenantRow } from './repository.ts'

/**
 * Mails the client code and a link to choose a password, valid once within 72 hours (rules 3.7). Returns the
 * address. Throws 404, 400 at `email` if the tenant has no address, and the errors of `Mailer.send`. If the
 * mail fails, the earlier link remains valid.
 */
export async function sendLoginDetails(
  services: Pick<PlatformContext, 'db' | 'mailer' | 'config'>,
  tenantId: number,
  { portal, reqId }: { readonly portal: string; readonly reqId: string },
): Promise<string> {
  const tenant = await requireTenant(services.db, tenantId, services.config.communityTimeZone)
  if (tenant.email === '')
    throw createInvalidInputError({ email: ['This tenant has no email address. Please add one first.'] })
  await sendPasswordLink(services, {
    area: 'client',
    accountId: tenant.id,
    purpose: 'loginDetails',
    reqId,
    hours: LOGIN_DETAILS_HOURS,
    to: { name: formatName(tenant), address: tenant.email },
    portal,
    createMailContent: (linkDetails) => createLoginDetailsMail(tenant, portal, linkDetails),
  })
  return tenant.email
}

const formatName = ({ firstName: first, lastName: last, uoccname }: TenantRow): string =>
  [first, last].filter(Boolean).join(' ') || uoccname

function createLoginDetailsMail(
  tenant: TenantRow,
  portal: string,
  { community, url, until }: LinkDetails,
): MailContent {
  return {
    subject: `Your login details for ${community}`,
    community,
    greeting: `Dear ${formatName(tenant)},`,
    paragraphs: [
      `Here is what you need to log in to the residents' portal of ${community}: your client code, ` +
        'and a link with which you choose your own password.',
    ],
    facts: [
      ['Client code', tenant.clientCode],
      ...(tenant.unitNumber ? [['Unit', tenant.unitNumber] as const] : []),
      ['Portal', `${portal}/`],
    ],
    action: { label: 'Choose your password', url },
    notes: [
      `The link works once, until ${until}. If it has run out, please ask the property management office ` +
        'for a new one.',
      'Nobody at the office knows your password or will ask you for it. If you did not expect this email, ' +
        'you need not do anything.',
    ],
    from: 'Property Management Office',
  }
}
