import {
  notifyPageGrouped,
  notifyTenantGrouped,
  markNotificationsAsRead,
} from '#features/notifications/notify.ts'
import {
  getOfficeLink as paymentLink,
  getResidentLink as ownPaymentLink,
} from '#features/payments/notices.ts'
import { getOfficeLink as ticketLink, getResidentLink as ownTicketLink } from '#features/tickets/notices.ts'
import type { Tx } from '#platform/db/client.ts'
import { toParagraphs } from '#platform/mail/letter.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { MailText } from '@tahanan/contract/notifications/kinds.ts'
import type { Author, Subject } from './subject.ts'

/** Maximum characters of a message in a notification and in My work. */
const EXCERPT = 200

interface Words {
  readonly text: string
  readonly files: readonly FileRef[]
}

export function toExcerpt({ text, files }: Words): string {
  const line = text === '' ? files.map(({ name }) => name).join(', ') : text.replaceAll(/\s+/g, ' ')
  const characters = Array.from(line)
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT - 1).join('')}…` : line
}

/** Notifies the other side of a message, at most once an hour for each record (rules 23.5). */
export async function notifyMessage(tx: Tx, actor: Author, subject: Subject, words: Words): Promise<void> {
  await (actor.area === 'client' ? toOffice(tx, subject, words) : toResident(tx, subject, words))
}

export const markSubjectNotificationsAsRead = (tx: Tx, actor: Author, subject: Subject): Promise<void> =>
  markNotificationsAsRead(tx, actor, actor.area === 'client' ? residentLink(subject) : officeLink(subject))

async function toOffice(tx: Tx, subject: Subject, words: Words): Promise<void> {
  const { tenant, number, page, assigneeId = null } = subject
  const about = number === null ? '' : ` about ${number}`
  await notifyPageGrouped(tx, {
    kind: 'message',
    page,
    adminId: assigneeId,
    subjectTenantId: tenant.id,
    title: 'New message',
    message: `${tenant.uoccname} (${tenant.clientCode}) wrote${about}: ${toExcerpt(words)}`,
    letter: {
      subject: `Message from ${tenant.uoccname} (${tenant.clientCode})${about}`,
      ...toMessageMail(words, number),
    },
    link: officeLink(subject),
  })
}

async function toResident(tx: Tx, subject: Subject, words: Words): Promise<void> {
  const { tenant, number } = subject
  const title = 'New message from the PMO'
  await notifyTenantGrouped(tx, {
    kind: 'message',
    tenantId: tenant.id,
    title,
    message: number === null ? toExcerpt(words) : `${number}: ${toExcerpt(words)}`,
    brief: number === null ? title : `${title}, ${number}`,
    letter: toMessageMail(words, number),
    link: residentLink(subject),
  })
}

/** Returns the mail of a message: its full text, the number of its record and the names of its files. */
function toMessageMail({ text, files }: Words, number: string | null): MailText {
  const attached = files.map(({ name }) => name).join(', ')
  return {
    paragraphs: toParagraphs(text),
    facts: [
      ...(number === null ? [] : [['About', number] as const]),
      ...(attached === '' ? [] : [['Files', attached] as const]),
    ],
    action: 'Read and answer',
  }
}

/** Query parameter that opens a record at its conversation. */
const AT_MESSAGES = '&at=messages'

function officeLink({ kind, id, module }: Subject): string {
  if (module) return ticketLink(module, id) + AT_MESSAGES
  return (kind === 'payment' ? paymentLink(id) : `/admin/tenants?modal=true&id=${id}`) + AT_MESSAGES
}

function residentLink({ kind, id, module }: Subject): string {
  if (module) return ownTicketLink(module, id) + AT_MESSAGES
  return kind === 'payment' ? ownPaymentLink(id) + AT_MESSAGES : '/ask'
}
