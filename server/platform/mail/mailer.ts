import { createTransport, type SendMailOptions } from 'nodemailer'
import { EMAIL_ADDRESS } from '@tahanan/contract/billing/tenant.ts'
import { PortalError } from '../errors.ts'
import type { PlatformConfig } from '../platform-config.ts'
import { withTimeout } from '../with-timeout.ts'
import { layOut, toOneLine, type Letter } from './letter.ts'
import { writeToOutbox } from './outbox-folder.ts'

/** Recipient of a mail. */
export interface Recipient {
  readonly name: string
  readonly address: string
}

/** Sends mail, or writes it to a folder if `SMTP_URL` is not set. */
export interface Mailer {
  /** False where mail is only written to `DATA_DIR/outbox`, since no `SMTP_URL` is set. */
  readonly sendsBySmtp: boolean
  /**
   * Sends a letter and waits until the mail server has accepted it. Throws 400 at `email` for an invalid
   * address, and `mailNotSent` (503) if the server refuses it or does not answer in time.
   */
  send(to: Recipient, letter: Letter): Promise<void>
}

interface MailerParts {
  readonly config: Pick<PlatformConfig, 'smtpUrl' | 'mailFrom' | 'dataDir'>
  readonly log: Readonly<Record<'info' | 'warn', (details: object, message: string) => void>>
  /** Time limit of a delivery; shorter in tests. */
  readonly timeoutMs?: number
}

/** Well below a minute, when a proxy would end the call that waits for the delivery. */
const TIMEOUT_MS = 20_000

/** Creates the mailer of a configuration; connects for each mail. */
export function createMailer({ config, log, timeoutMs = TIMEOUT_MS }: MailerParts): Mailer {
  const deliver = config.smtpUrl
    ? deliverBySmtp(config.smtpUrl, timeoutMs)
    : async (mail: SendMailOptions) => {
        const path = await writeToOutbox(config.dataDir, await compile(mail))
        log.info({ path }, 'a mail was written to a file, since SMTP_URL is not set')
      }
  return {
    sendsBySmtp: config.smtpUrl !== undefined,
    async send(to, letter) {
      // Forms check addresses, imports do not.
      if (!new RegExp(EMAIL_ADDRESS).test(to.address))
        throw new PortalError('invalidInput', { errors: { email: ['Please input a valid email!'] } })
      try {
        await deliver({
          from: config.mailFrom,
          to: { name: toOneLine(to.name), address: to.address },
          ...layOut(letter),
          headers: { 'auto-submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        // A mail server's message may quote the address, but nothing of the letter.
        const { code, responseCode, message } = error as {
          code?: string
          responseCode?: number
          message: string
        }
        log.warn({ code, responseCode, reason: message }, 'a mail could not be sent')
        throw new PortalError('mailNotSent')
      }
    },
  }
}

/** Renders a mail in the format of SMTP. */
async function compile(mail: SendMailOptions): Promise<Buffer> {
  const { message } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(mail)
  return message as Buffer
}

function deliverBySmtp(url: string, timeoutMs: number): (mail: SendMailOptions) => Promise<void> {
  return async (mail) => {
    const transport = createTransport({
      url,
      connectionTimeout: timeoutMs / 2,
      greetingTimeout: timeoutMs / 2,
      dnsTimeout: timeoutMs / 4,
      socketTimeout: timeoutMs,
    })
    try {
      // The timeouts above restart at each byte, so a slow server needs a limit of the whole.
      await withTimeout(transport.sendMail(mail), timeoutMs, 'the mail server took too long')
    } finally {
      transport.close()
    }
  }
}
