import { formatDate } from '#lib/time.ts'
import type { OwnDeliveries } from '@tahanan/contract/deliveries/answers.ts'
import type { NewsArea } from '@tahanan/contract/notifications/kinds.ts'

const TELL: Readonly<Record<NewsArea, string>> = {
  client: 'Please tell the PMO',
  admin: 'Please tell who keeps the list of administrators',
}

export function describeMail(
  { sendsMail, email, mailRefusedAt }: Pick<OwnDeliveries, 'sendsMail' | 'email' | 'mailRefusedAt'>,
  area: NewsArea,
): string | undefined {
  if (!sendsMail) return 'This portal sends no mail yet. Your choices count as soon as it does.'
  if (email === '') return `You have no e-mail address here, so no mail comes. ${TELL[area]} your address.`
  if (mailRefusedAt === null) return undefined
  return `Mail to ${email} was refused on ${formatDate(mailRefusedAt)}. ${TELL[area]} your present address.`
}
