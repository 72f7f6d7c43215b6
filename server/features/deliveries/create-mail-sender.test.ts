import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestSmtp, type Fault } from '#platform/mail/testing-smtp.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createMailSender } from './create-mail-sender.ts'
import type { DueNotifications } from './senders.ts'

const smtp = await startTestSmtp()
afterAll(() => smtp.close())
const portal = await openTestPortal({ smtpUrl: smtp.url, rateLimitPerMinute: 0 })
const ana = await portal.as('client', { email: 'ana@home.test' })
const sendMail = createMailSender({ ...portal.services, portalUrl: () => 'https://portal.example' })

beforeEach(() => {
  smtp.fault = 'none'
  smtp.received.length = 0
})

type DueNotification = DueNotifications['news'][number]
const createDueNotification = (overrides: Partial<DueNotification> = {}): DueNotification => ({
  notificationId: 1,
  id: 1,
  kind: 'ticket',
  title: 'Gate pass approved',
  message: 'GP-2026-000058: bring your id',
  link: '/tickets?serviceId=58',
  brief: 'Gate pass approved, GP-2026-000058',
  letter: null,
  urgent: false,
  ...overrides,
})
const createDueNotifications = (...notifications: DueNotifications['news']): DueNotifications => ({
  area: 'client',
  reader: { id: ana.id, name: 'Ana Reyes', email: ana.account.email },
  news: notifications,
  showDetails: false,
})

function getLastMail() {
  const { data = '' } = smtp.received.at(-1) ?? {}
  const unfoldedMail = data
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
  const [head = ''] = unfoldedMail.split('\r\n\r\n')
  const text = /text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/.exec(unfoldedMail)?.[1]?.replaceAll('\r\n', '\n') ?? ''
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()
  return { header, text }
}

describe('a single news', () => {
  test('is a letter with its title, text and a button to its record', async () => {
    expect(await sendMail(createDueNotifications(createDueNotification()))).toEqual({ state: 'sent' })
    const { header, text } = getLastMail()
    expect(header('Subject')).toBe('Gate pass approved')
    expect(text).toContain(
      'Dear Ana Reyes,\n\nGP-2026-000058: bring your id\n\nOpen in the portal:\nhttps://portal.example/tickets?serviceId=58\n',
    )
  })

  test('has the text of its letter in place of the message, which may quote a remark', async () => {
    const letter = {
      paragraphs: ['Your gate pass was approved.'],
      facts: [['Number', 'GP-2026-000058']] as const,
      action: 'See it',
    }
    await sendMail(createDueNotifications(createDueNotification({ letter })))
    const { text } = getLastMail()
    expect(text).toContain('Your gate pass was approved.\n\nNumber: GP-2026-000058\n\nSee it:\n')
    expect(smtp.received[0]?.data).not.toContain('bring your id')
  })

  test('has the subject of its letter, also as its heading and in a digest', async () => {
    const letter = { subject: 'Urgent: No water tonight', paragraphs: ['From 22:00 to 04:00.'] }
    await sendMail(createDueNotifications(createDueNotification({ title: 'Urgent announcement', letter })))
    expect(getLastMail().header('Subject')).toBe('Urgent: No water tonight')
    expect(smtp.received[0]?.data).toContain('>Urgent: No water tonight</h1>')
    await sendMail(
      createDueNotifications(
        createDueNotification({ title: 'Urgent announcement', letter }),
        createDueNotification({ id: 2 }),
      ),
    )
    expect(getLastMail().text).toContain('Urgent: No water tonight\nFrom 22:00 to 04:00.\n')
  })

  test('leads home without a link, administrators to their area', async () => {
    await sendMail({ ...createDueNotifications(createDueNotification({ link: null })), area: 'admin' })
    expect(getLastMail().text).toContain('https://portal.example/admin\n')
  })
})

describe('several news', () => {
  test('are one digest, the newest first, each with its link', async () => {
    await sendMail(
      createDueNotifications(
        createDueNotification(),
        createDueNotification({
          id: 2,
          kind: 'payment',
          title: 'Payment posted',
          message: 'PHP 1.00',
          link: '/billings',
        }),
      ),
    )
    const { header, text } = getLastMail()
    expect(smtp.received).toHaveLength(1)
    expect(header('Subject')).toBe('2 updates from Tahanan')
    expect(text).toContain(
      'Payment posted\nPHP 1.00\nhttps://portal.example/billings\n\n' +
        'Gate pass approved\nGP-2026-000058: bring your id\nhttps://portal.example/tickets?serviceId=58\n',
    )
  })

  test('are at most 50', async () => {
    const manyNotifications = Array.from({ length: 62 }, (_, index) =>
      createDueNotification({ id: index, title: `Title ${index + 1}.` }),
    )
    await sendMail(createDueNotifications(createDueNotification(), ...manyNotifications))
    const { header, text } = getLastMail()
    expect(header('Subject')).toBe('63 updates from Tahanan')
    expect(text).toContain('And 13 more in the portal.')
    expect(text).toContain('Title 13.')
    expect(text).not.toContain('Title 12.')
  })
})

describe('links that turn mails off', () => {
  test('each kind has its page, and the header turns all of them off', async () => {
    await sendMail(
      createDueNotifications(
        createDueNotification(),
        createDueNotification({ id: 2, kind: 'message' }),
        createDueNotification({ id: 3, kind: 'security' }),
      ),
    )
    const { header, text } = getLastMail()
    expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const [, path = ''] =
      /^<https:\/\/portal\.example\/api(\/unsubscribe\/[\w.-]+)>$/.exec(header('List-Unsubscribe') ?? '') ??
      []
    expect((await portal.nobody.get(path)).body).toEqual({
      label: 'your requests and messages from the PMO',
      mailed: true,
    })
    const pages = [
      ...text.matchAll(/Stop mails about (.*):\nhttps:\/\/portal\.example\/unsubscribe#([\w.-]+)/g),
    ]
    expect(pages.map(([, label]) => label)).toEqual(['your requests', 'messages from the PMO'])
    for (const [, label, token] of pages)
      expect((await portal.nobody.get(`/unsubscribe/${token}`)).body).toEqual({ label, mailed: true })
  })

  test.each<Partial<DueNotification>>([
    { kind: 'reminder' },
    { kind: 'security' },
    { kind: 'post', urgent: true },
  ])('news that comes in any case has none: %j', async (overrides) => {
    await sendMail(createDueNotifications(createDueNotification(overrides)))
    const { header, text } = getLastMail()
    expect(header('List-Unsubscribe')).toBeUndefined()
    expect(text).not.toContain('Stop mails')
  })
})

test.each<[Fault, object]>([
  ['refuse recipients', { state: 'failed', isAddressRefused: true }],
  ['refuse content', { state: 'failed', isAddressRefused: false }],
  ['refuse recipients for now', { state: 'later' }],
  ['hang up after content', { state: 'unclear' }],
])('with the fault "%s" of the mail server the outcome is %j', async (fault, outcome) => {
  smtp.fault = fault
  expect(await sendMail(createDueNotifications(createDueNotification()))).toMatchObject(outcome)
})

test('hostile names and titles add no header and no line', async () => {
  const hostileText = 'x\r\nBcc: everybody@example.test\r\n\r\n<script>alert(1)</script>'
  const hostileNotifications = createDueNotifications(
    createDueNotification({
      title: hostileText,
      message: hostileText,
      letter: { paragraphs: [hostileText], facts: [[hostileText, hostileText]], action: hostileText },
    }),
  )
  await sendMail({ ...hostileNotifications, reader: { ...hostileNotifications.reader, name: hostileText } })
  const { header } = getLastMail()
  expect(header('Bcc')).toBeUndefined()
  expect(header('Subject')).toContain('x Bcc: everybody@example.test')
  expect(smtp.received[0]?.to).toEqual(['ana@home.test'])
})
