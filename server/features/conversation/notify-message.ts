import {
  notifyPageViewersGrouped,
  notifyTenantGrouped,
  markNotificationsAsRead,
} from '#features/notifications/notify.ts'
import {
  getOfficeLink as paymentLink,
  getResidentLink as ownPaymentLink,
} from '#features/payments/payment-notifications.ts'
import {
  getOfficeLink as ticketLink,
  getResidentLink as ownTicketLink,
} from '#features/tickets/ticket-notifications.ts'
import type { Tx } from '#platform/db/client.ts'
import { toParagraphs } from '#platform/mail/mail-content.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { MailText } from '@tahanan/contract/notifications/kinds.ts'
import type { Author, Subject } from './subject.ts'

const MAX_EXCERPT = 200

interface MessageContent {
  readonly text: string
  readonly files: readonly FileRef[]
}

export function toExcerpt({ text, files }: MessageContent): string {
  const line = text === '' ? files.map(({ name }) => name).join(', ') : text.replaceAll(/\s+/g, ' ')
  const characters = Array.from(line)
  return characters.length > MAX_EXCERPT ? `${characters.slice(0, MAX_EXCERPT - 1).join('')}…` : line
}

/**
 * Notifies the other side (resident or office) of a new message, at most once an hour for each record (rules
 * 23.5).
 */
export async function notifyMessage(
  tx: Tx,
  actor: Author,
  subject: Subject,
  content: MessageContent,
): Promise<void> {
  await (actor.area === 'client' ? notifyOffice(tx, subject, content) : notifyResident(tx, subject, content))
}

export const markSubjectNotificationsAsRead = (tx: Tx, actor: Author, subject: Subject): Promise<void> =>
  markNotificationsAsRead(
    tx,
    actor,
    actor.area === 'client' ? getResidentLink(subject) : getOfficeLink(subject),
  )

async function notifyOffice(tx: Tx, subject: Subject, content: MessageContent): Promise<void> {
  const { tenant, number, page, assigneeId = null } = subject
  const subjectText = number === null ? '' : ` about ${number}`
  await notifyPageViewersGrouped(tx, {
    kind: 'message',
    page,
    adminId: assigneeId,
    subjectTenantId: tenant.id,
    title: 'New message',
    message: `${tenant.uoccname} (${tenant.clientCode}) wrote${subjectText}: ${toExcerpt(content)}`,
    letter: {
      subject: `Message from ${tenant.uoccname} (${tenant.clientCode})${subjectText}`,
      ...toMessageMail(content, number),
    },
    link: getOfficeLink(subject),
  })
}

async function notifyResident(tx: Tx, subject: Subject, content: MessageContent): Promise<void> {
  const { tenant, number } = subject
  const title = 'New message from the PMO'
  await notifyTenantGrouped(tx, {
    kind: 'message',
    tenantId: tenant.id,
    title,
    message: number === null ? toExcerpt(content) : `${number}: ${toExcerpt(content)}`,
    brief: number === null ? title : `${title}, ${number}`,
    letter: toMessageMail(content, number),
    link: getResidentLink(subject),
  })
}

function toMessageMail({ text, files }: MessageContent, number: string | null): MailText {
  const fileNames = files.map(({ name }) => name).join(', ')
  return {
    paragraphs: toParagraphs(text),
    facts: [
      ...(number === null ? [] : [['About', number] as const]),
      ...(fileNames === '' ? [] : [['Files', fileNames] as const]),
    ],
    action: 'Read and answer',
  }
}

const MESSAGES_QUERY = '&at=messages'

function getOfficeLink({ kind, id, module }: Subject): string {
  if (module) return ticketLink(module, id) + MESSAGES_QUERY
  return (kind === 'payment' ? paymentLink(id) : `/admin/tenants?modal=true&id=${id}`) + MESSAGES_QUERY
}

function getResidentLink({ kind, id, module }: Subject): string {
  if (module) return ownTicketLink(module, id) + MESSAGES_QUERY
  return kind === 'payment' ? ownPaymentLink(id) + MESSAGES_QUERY : '/ask'
}
