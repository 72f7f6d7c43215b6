import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MailContent } from './mail-content.ts'
import { createMailer, type Mailer } from './mailer.ts'
import { startTestSmtp, type Fault } from './testing-smtp.ts'

const smtp = await startTestSmtp()
let dataDir: string
const logEntries: { level: string; details: Record<string, unknown>; message: string }[] = []
const createLogMethod = (level: string) => (details: object, message: string) =>
  logEntries.push({ level, details: { ...details }, message })
const log = { info: createLogMethod('info'), warn: createLogMethod('warn') }

beforeEach(async () => {
  smtp.fault = 'none'
  smtp.onHang = () => {}
  smtp.received.length = 0
  logEntries.length = 0
  dataDir = await mkdtemp(join(tmpdir(), 'tahanan-mail-'))
  return () => rm(dataDir, { recursive: true, force: true })
})
afterAll(() => smtp.close())

const openedMailers: Mailer[] = []
function openMailer(smtpUrl: string | undefined, timeoutMs = 300_000): Mailer {
  const config = { smtpUrl, mailFrom: 'PMO <office@example.test>', dataDir }
  const mailer = createMailer({ config, log, timeoutMs })
  openedMailers.push(mailer)
  return mailer
}
afterEach(() => {
  for (const mailer of openedMailers.splice(0)) mailer.close()
})
const createTestMail = (overrides: Partial<MailContent> = {}): MailContent => ({
  subject: 'Your login details for Tahanan',
  community: 'Tahanan',
  greeting: 'Dear Ana,',
  paragraphs: ['Here is what you need.'],
  facts: [['Client code', 'A-101']],
  action: { label: 'Choose your password', url: 'https://portal.example/choose-password#secret-token' },
  from: 'Property Management Office',
  ...overrides,
})
const ANA = { name: 'Ana Reyes', address: 'ana@example.test' }

describe('without SMTP_URL', () => {
  test('a mail becomes a private file, and the log has its path but not its content', async () => {
    const toFolder = openMailer(undefined)
    expect(toFolder.sendsBySmtp).toBe(false)
    await toFolder.send(ANA, createTestMail())
    const folder = join(dataDir, 'outbox')
    const [name = '', ...otherNames] = await readdir(folder)
    expect(otherNames).toEqual([])
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f]{8}\.eml$/)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const mail = await readFile(join(folder, name), 'utf8')
    expect(mail).toMatch(/^From: PMO <office@example.test>\r$/m)
    expect(mail).toMatch(/^To: Ana Reyes <ana@example.test>\r$/m)
    expect(mail).toMatch(/^Auto-Submitted: auto-generated\r$/im)
    expect(mail).toMatch(/Content-Type: text\/plain/)
    expect(mail).toMatch(/Content-Type: text\/html/)
    expect(logEntries).toEqual([
      {
        level: 'info',
        details: { path: join(folder, name) },
        message: expect.stringContaining('SMTP_URL') as string,
      },
    ])
    expect(JSON.stringify(logEntries)).not.toMatch(/secret-token|ana@example/)
  })

  test('a folder that cannot be written ends in mailNotSent and leaves no file', async () => {
    await writeFile(join(dataDir, 'outbox'), 'in the way')
    await expect(openMailer(undefined).send(ANA, createTestMail())).rejects.toMatchObject({
      code: 'mailNotSent',
      status: 503,
    })
    expect(await readdir(dataDir)).toEqual(['outbox'])
  })
})

describe('by SMTP', () => {
  test('the server receives sender, recipient and letter', async () => {
    expect(openMailer(smtp.url).sendsBySmtp).toBe(true)
    await openMailer(smtp.url).send(ANA, createTestMail())
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]).toMatchObject({ from: 'office@example.test', to: ['ana@example.test'] })
    expect(smtp.received[0]?.data).toContain('Subject: Your login details for Tahanan\r\n')
    expect(await readdir(dataDir)).toEqual([])
  })

  test('headers and a long link that turn mails off arrive whole, and the logo within the mail', async () => {
    const unsubscribeUrl = `https://portal.example/api/unsubscribe/client.12.${'ticket-'.repeat(8)}post.${'x'.repeat(43)}`
    const logo = { png: Buffer.from('a small picture'), width: 1, height: 1 }
    const config = { smtpUrl: smtp.url, mailFrom: 'office@example.test', dataDir }
    const mailerWithLogo = createMailer({ config, log, logo: () => Promise.resolve(logo) })
    openedMailers.push(mailerWithLogo)
    await mailerWithLogo.send(ANA, createTestMail({ unsubscribe: { call: unsubscribeUrl, pages: [] } }))
    const mail = smtp.received[0]?.data.replaceAll(/\r\n[ \t]+/g, ' ') ?? ''
    expect(mail).toContain(`\r\nList-Unsubscribe: <${unsubscribeUrl}>\r\n`)
    expect(mail).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    expect(mail).toContain('\r\nContent-ID: <logo@tahanan>\r\n')
    expect(mail).toContain(logo.png.toString('base64'))
  })

  test.each<[Fault, object, string, number?]>([
    ['refuse content', { code: 'mailRefused', status: 422 }, 'a mail was refused for good'],
    ['refuse content for now', { code: 'mailNotSent', status: 503 }, 'a mail could not be sent for now'],
    ['never greet', { code: 'mailNotSent', status: 503 }, 'a mail could not be sent for now', 100],
  ])(
    'a server with the fault "%s" ends in an error and in a line of the log, without a secret',
    async (fault, error, line, limit) => {
      smtp.fault = fault
      await expect(openMailer(smtp.url, limit).send(ANA, createTestMail())).rejects.toMatchObject(error)
      expect(smtp.received).toEqual([])
      expect(logEntries.map(({ level, message }) => [level, message])).toEqual([['warn', line]])
      expect(JSON.stringify(logEntries)).not.toContain('secret-token')
    },
  )

  test('a closed port ends in mailNotSent, and the log has no password of SMTP_URL', async () => {
    await expect(
      openMailer('smtp://office:hunter2secret@127.0.0.1:1').send(ANA, createTestMail()),
    ).rejects.toMatchObject({ code: 'mailNotSent' })
    expect(JSON.stringify(logEntries)).not.toContain('hunter2secret')
  })
})

/**
 * Lets the time limit expire exactly when the test server hangs. With a fixed limit, a slow machine could
 * reach it earlier.
 */
function endTimeoutOnHang(): void {
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const time = new AbortController()
    smtp.onHang = () => time.abort(new DOMException('The time is over.', 'TimeoutError'))
    return time.signal
  })
  onTestFinished(() => limit.mockRestore())
}

const createRefusedOutcome = (refusedPart: string, shortReason: string, serverResponse: string) => ({
  state: 'failed',
  refused: refusedPart,
  why: shortReason,
  reason: `${shortReason} The mail server answered: ${serverResponse}`,
})
const createLaterOutcome = (reason: string) => ({ state: 'later', reason })
describe('outcomes', () => {
  const unclearOutcome = { state: 'unclear', reason: expect.stringContaining('did not confirm') as string }
  test.each<[Fault, object]>([
    ['none', { state: 'sent' }],
    ['hang up', createLaterOutcome('The mail server could not be reached: it closed the connection')],
    ['never greet', createLaterOutcome('The mail server did not answer in time.')],
    ['dribble', createLaterOutcome('The mail server did not answer in time.')],
    ['refuse the login', createLaterOutcome('The mail server answered: 535 5.7.8 wrong password')],
    ['refuse the sender', createLaterOutcome('The mail server answered: 550 5.7.1 not your domain')],
    ['refuse recipients for now', createLaterOutcome('The mail server answered: 450 4.2.0 greylisted')],
    ['refuse content for now', createLaterOutcome('The mail server answered: 451 4.3.0 try again')],
    ['hang before content', createLaterOutcome('The mail server did not answer in time.')],
    [
      'refuse recipients',
      createRefusedOutcome('address', 'This address does not exist.', '550 5.1.1 no such user'),
    ],
    [
      'unknown recipients without a code',
      createRefusedOutcome('address', 'This address does not exist.', '550 no such user'),
    ],
    [
      'full mailbox',
      createRefusedOutcome(
        'address',
        'The mailbox of this address is full or closed.',
        '552 5.2.2 over quota',
      ),
    ],
    // The outcome is `later` and not `failed`, because the operator can fix this error and the address itself
    // may be correct.
    ['no relay', createLaterOutcome('The mail server answered: 554 5.7.1 relay access denied')],
    [
      'refuse content',
      createRefusedOutcome('content', 'The mail server does not take such a mail.', '554 5.7.1 not wanted'),
    ],
    ['hang after content', unclearOutcome],
    ['hang up after content', unclearOutcome],
    ['dribble after content', unclearOutcome],
  ])('with the fault "%s"', async (fault, outcome) => {
    smtp.fault = fault
    const url = smtp.url.replace('//', '//office:hunter2secret@')
    const pooledMailer = openMailer(url)
    endTimeoutOnHang()
    expect(await pooledMailer.deliver(ANA, createTestMail())).toEqual(outcome)
    // If the pool of connections retried the failed mail, the server would receive it before the next mail.
    smtp.fault = 'none'
    await pooledMailer.deliver(ANA, createTestMail({ subject: 'The next' }))
    const hasArrived = ['sent', 'unclear'].includes((outcome as { state: string }).state)
    expect(smtp.received).toHaveLength(hasArrived ? 2 : 1)
    expect(smtp.received.at(-1)?.data).toContain('Subject: The next')
  })

  test('a closed port is tried again later, an invalid address is refused for good', async () => {
    expect(await openMailer('smtp://127.0.0.1:1').deliver(ANA, createTestMail())).toMatchObject({
      state: 'later',
    })
    expect(await openMailer(smtp.url).deliver({ name: 'Ana', address: 'ana' }, createTestMail())).toEqual({
      state: 'failed',
      refused: 'address',
      why: 'This is no mail address.',
      reason: 'ana is no mail address.',
    })
  })
})

describe('connections', () => {
  test('at most 16 are open at a time, and they are kept for the next mail', async () => {
    const pooledMailer = openMailer(smtp.url)
    const connectionsBefore = smtp.connections
    const sendMany = () =>
      Promise.all(Array.from({ length: 60 }, () => pooledMailer.deliver(ANA, createTestMail())))
    expect((await sendMany()).every(({ state }) => state === 'sent')).toBe(true)
    await sendMany()
    expect(smtp.connections - connectionsBefore).toBeLessThanOrEqual(16)
    expect(smtp.received).toHaveLength(120)
  })

  test('a kept connection that the server has closed is replaced, without a second mail', async () => {
    const pooledMailer = openMailer(smtp.url)
    await pooledMailer.deliver(ANA, createTestMail())
    smtp.hangUp()
    expect(await pooledMailer.deliver(ANA, createTestMail())).toEqual({ state: 'sent' })
    expect(smtp.received).toHaveLength(2)
  })
})

describe('hostile input', () => {
  test.each([
    'ana@example.test\r\nBcc: everybody@example.test',
    'ana@example.test, everybody@example.test',
    '<ana@example.test>',
    'ana@example.test;everybody@example.test',
    'ana',
    '',
  ])('the address %j is refused', async (address) => {
    await expect(openMailer(smtp.url).send({ name: 'Ana', address }, createTestMail())).rejects.toMatchObject(
      {
        code: 'invalidInput',
        status: 400,
      },
    )
    expect(smtp.received).toEqual([])
  })

  test('names and subjects cannot add headers', async () => {
    const evilName = 'Ana\r\nBcc: everybody@example.test\r\n\r\n<b>hello'
    await openMailer(smtp.url).send(
      { name: evilName, address: ANA.address },
      createTestMail({
        subject: `Hello ${evilName}`,
        community: evilName,
        greeting: evilName,
        facts: [[evilName, evilName]],
      }),
    )
    const [mail] = smtp.received
    expect(mail?.to).toEqual(['ana@example.test'])
    const headerText = mail?.data.split('\r\n\r\n')[0] ?? ''
    expect(headerText).not.toMatch(/^bcc:/im)
    expect(headerText.match(/^to:/gim)).toHaveLength(1)
  })

  test('files and addresses named in a letter are not fetched', async () => {
    await openMailer(smtp.url).send(
      ANA,
      createTestMail({ paragraphs: ['file:///etc/passwd', '{"path":"/etc/passwd"}'] }),
    )
    expect(smtp.received[0]?.data).not.toContain('root:')
  })
})
