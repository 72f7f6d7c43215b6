import { EMAIL_ADDRESS } from '@tahanan/contract/billing/tenant.ts'
import { invalidInput, PortalError } from '../errors.ts'
import type { PlatformConfig } from '../platform-config.ts'
import { layOut } from './lay-out.ts'
import { toOneLine, type Letter, type Logo } from './letter.ts'
import { writeToOutbox } from './outbox-folder.ts'
import { openSmtp, renderMail, type Mail, type MailOutcome } from './smtp.ts'

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
  /** Sends a letter within a few seconds and returns its outcome; never throws, never tries twice. */
  deliver(to: Recipient, letter: Letter): Promise<MailOutcome>
  /** Closes the connections to the mail server. */
  close(): void
}

interface MailerParts {
  readonly config: Pick<PlatformConfig, 'smtpUrl' | 'mailFrom' | 'dataDir'>
  readonly log: Readonly<Record<'info' | 'warn', (details: object, message: string) => void>>
  /** Returns the community's logo, if it has one. */
  readonly logo?: () => Promise<Logo | undefined>
  /** Time limit of a mail; shorter in tests. */
  readonly timeoutMs?: number
}

/** Well below a minute, when a proxy would end the call that waits for the mail. */
const CALL_MS = 20_000
/** Time limit of a mail that nobody waits for but a portal that stops. */
const DELIVERY_MS = 8000

/** Creates the mailer of a configuration. */
export function createMailer({ config, log, logo, timeoutMs }: MailerParts): Mailer {
  const smtp = config.smtpUrl ? openSmtp(config.smtpUrl) : undefined

  async function deliver(to: Recipient, letter: Letter, limitMs: number): Promise<MailOutcome> {
    // Forms check addresses, imports do not.
    if (!isAddress(to.address))
      return { state: 'failed', refused: 'address', reason: `${toOneLine(to.address)} is no mail address.` }
    const mail: Mail = {
      from: config.mailFrom,
      to: { name: toOneLine(to.name), address: to.address },
      ...layOut(letter, await logo?.()),
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    return smtp ? smtp.send(mail, timeoutMs ?? limitMs) : toFolder(mail)
  }

  async function toFolder(mail: Mail): Promise<MailOutcome> {
    try {
      const path = await writeToOutbox(config.dataDir, await renderMail(mail))
      log.info({ path }, 'a mail was written to a file, since SMTP_URL is not set')
      return { state: 'sent' }
    } catch (error) {
      return { state: 'later', reason: toOneLine((error as Error).message) }
    }
  }

  return {
    sendsBySmtp: smtp !== undefined,
    deliver: (to, letter) => deliver(to, letter, DELIVERY_MS),
    async send(to, letter) {
      if (!isAddress(to.address)) throw invalidInput({ email: ['Please input a valid email!'] })
      const outcome = await deliver(to, letter, CALL_MS)
      if (outcome.state === 'sent') return
      // The reason may quote the address, but nothing of the letter.
      log.warn(outcome, 'a mail could not be sent')
      throw new PortalError('mailNotSent')
    },
    close: () => smtp?.close(),
  }
}

const isAddress = (text: string): boolean => new RegExp(EMAIL_ADDRESS).test(text)
