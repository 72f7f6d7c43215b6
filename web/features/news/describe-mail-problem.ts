import { formatDate } from '#lib/time.ts'
import type { OwnDeliverySettings } from '@tahanan/contract/deliveries/answers.ts'
import type { NotificationArea } from '@tahanan/contract/notifications/kinds.ts'

const CONTACT_REQUESTS: Readonly<Record<NotificationArea, string>> = {
  client: 'Please tell the PMO',
  admin: 'Please tell who keeps the list of administrators',
}

export function describeMailProblem(
  { sendsMail, email, mailRefusedAt }: Pick<OwnDeliverySettings, 'sendsMail' | 'email' | 'mailRefusedAt'>,
  area: NotificationArea,
): string | undefined {
  if (!sendsMail) return 'This portal sends no email yet. Your choices count as soon as it does.'
  if (email === '')
    return `You have no email address here, so no email comes. ${CONTACT_REQUESTS[area]} your address.`
  if (mailRefusedAt === null) return undefined
  return `Email to ${email} was refused on ${formatDate(mailRefusedAt)}. ${CONTACT_REQUESTS[area]} your present address.`
}
