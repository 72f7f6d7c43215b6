import { createTransport, type SendMailOptions } from 'nodemailer'
import { EMAIL_ADDRESS } from '@tahanan/contract/billing/tenant.ts'
import { PortalError } from '../errors.ts'
import type { PlatformConfig } from '../platform-config.ts'
import { withTimeout } from '../with-timeout.ts'
import { layOut, oneLine, type Letter } from './letter.ts'
import { writeToOutbox } from './outbox-folder.ts'

/** Recipient of a mail. */
export interface Recipient {
  readonly name: string
  readonly address: string
}

/** Sends mail, or writes it to a folder where none leaves. */
export interface Mailer {
  /** False where mail is only written to `DATA_DIR/outbox`, since no `SMTP_URL` is set. */
  readonly leaves: boolean
  /**
   * Hands a letter over to the mail server and waits until it has taken it. Throws 400 at `email` where the address is
   * none, and `mailNotSent` (503) where the server refuses it or does not answer in time.
   */
  send(to: Recipient, letter: Letter): Promise<void>
}

interface MailerParts {
  readonly config: Pick<PlatformConfig, 'smtpUrl' | 'mailFrom' | 'dataDir'>
  readonly log: Readonly<Record<'info' | 'warn', (details: object, message: string) => void>>
  /** For tests: how long the whole of a delivery may take, in milliseconds. */
  readonly patienceMs?: number
}

/** Time limit of a delivery: somebody waits in a browser, and a proxy in between gives up after a minute. */
const PATIENCE_MS = 20_000

/** A mailer for the configuration (`SMTP_URL`, `MAIL_FROM`). Nothing is connected before the first mail. */
export function createMailer({ config, log, patienceMs = PATIENCE_MS }: MailerParts): Mailer {
  const deliver = config.smtpUrl
    ? deliverBySmtp(config.smtpUrl, patienceMs)
    : async (mail: SendMailOptions) => {
        const path = await writeToOutbox(config.dataDir, await compile(mail))
        log.info({ path }, 'a mail was written to a file, since SMTP_URL is not set')
      }
  return {
    leaves: config.smtpUrl !== undefined,
    async send(to, letter) {
      // Defence in depth: forms have checked it, imports have not.
      if (!new RegExp(EMAIL_ADDRESS).test(to.address))
        throw new PortalError('invalidInput', { errors: { email: ['Please input a valid email!'] } })
      try {
        await deliver({
          from: config.mailFrom,
          to: { name: oneLine(to.name), address: to.address },
          ...layOut(letter),
          headers: { 'auto-submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        // a mail server's message may quote the address, and nothing of the letter
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

/** A mail as it would leave. */
async function compile(mail: SendMailOptions): Promise<Buffer> {
  const { message } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(mail)
  return message as Buffer
}

function deliverBySmtp(url: string, patienceMs: number): (mail: SendMailOptions) => Promise<void> {
  return async (mail) => {
    const transport = createTransport({
      url,
      connectionTimeout: patienceMs / 2,
      greetingTimeout: patienceMs / 2,
      dnsTimeout: patienceMs / 4,
      socketTimeout: patienceMs,
    })
    try {
      // the time-outs above are of silence; a server that sends a byte now and then would hold the caller for ever
      await withTimeout(transport.sendMail(mail), patienceMs, 'the mail server took too long')
    } finally {
      transport.close()
    }
  }
}
