import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EMAIL_PATTERN } from '@tahanan/contract/billing/tenant.ts'
import { PortalError } from '../errors.ts'
import type { PlatformConfig } from '../platform-config.ts'
import { toOneLine, type MailContent, type Logo } from './mail-content.ts'
import { openSmtp, renderMail, type Mail, type MailOutcome } from './open-smtp.ts'
import { renderMailContent } from './render-mail-content.ts'

export interface Recipient {
  readonly name: string
  readonly address: string
}

/** Details that are added to the log line of a mail. They must not be personal data. */
export interface MailLogDetails {
  readonly reqId?: string | undefined
  readonly tenantId?: number
  readonly adminId?: number
  readonly superAdminId?: number
  readonly kind?: string
  readonly deliveries?: readonly number[]
}

export class MailError extends PortalError {
  readonly outcome: Exclude<MailOutcome, { state: 'sent' }>

  constructor(outcome: MailError['outcome'], isInvalid: boolean) {
    if (isInvalid) super('invalidInput', { errors: { email: ['Please input a valid email!'] } })
    else if (outcome.state === 'failed') super('mailRefused', { placeholders: { why: outcome.why } })
    else super('mailNotSent')
    this.name = 'MailError'
    this.outcome = outcome
  }
}

export interface Mailer {
  /** False if `SMTP_URL` is not set. Then mails are only written to `DATA_DIR/outbox`. */
  readonly sendsBySmtp: boolean
  /**
   * Sends a mail and waits until the mail server has accepted it. Throws MailError: 400 at `email` for an
   * invalid address, `mailRefused` (422) for a permanent refusal, `mailNotSent` (503) for a temporary refusal
   * or a missing answer.
   */
  send(to: Recipient, letter: MailContent, logDetails?: MailLogDetails): Promise<void>
  /**
   * Sends a mail with a time limit of a few seconds and returns its outcome. Never throws and never retries.
   */
  deliver(to: Recipient, letter: MailContent, logDetails?: MailLogDetails): Promise<MailOutcome>
  close(): void
}

interface MailerParts {
  readonly config: Pick<PlatformConfig, 'smtpUrl' | 'mailFrom' | 'dataDir'>
  readonly log: Readonly<Record<'info' | 'warn', (details: object, message: string) => void>>
  readonly logo?: () => Promise<Logo | undefined>
  readonly timeoutMs?: number
}

/**
 * Time limit of a mail for which a call waits. It must be well below a minute, after which a proxy ends the
 * call.
 */
const CALL_TIMEOUT_MS = 20_000
/**
 * Time limit of a mail that is sent in the background. It is short, because the portal waits for these mails
 * when it stops.
 */
const BACKGROUND_TIMEOUT_MS = 8000

export function createMailer({ config, log, logo, timeoutMs }: MailerParts): Mailer {
  const smtp = config.smtpUrl ? openSmtp(config.smtpUrl) : undefined

  async function deliver(
    to: Recipient,
    letter: MailContent,
    logDetails: MailLogDetails,
    limitMs: number,
  ): Promise<MailOutcome> {
    const outcome = await sendOrStore(to, letter, logDetails, limitMs)
    if (outcome.state === 'sent') {
      if (smtp) log.info(logDetails, 'a mail was sent')
    } else {
      const { state, reason } = outcome
      log.warn({ ...logDetails, state, reason: removeAddresses(reason) }, OUTCOME_LOG_MESSAGES[state])
    }
    return outcome
  }

  async function sendOrStore(
    to: Recipient,
    letter: MailContent,
    logDetails: MailLogDetails,
    limitMs: number,
  ): Promise<MailOutcome> {
    // Addresses may be invalid here: forms check them, but imports do not.
    if (!isAddress(to.address)) {
      const reason = `${toOneLine(to.address)} is no mail address.`
      return { state: 'failed', refused: 'address', why: 'This is no mail address.', reason }
    }
    const mail: Mail = {
      from: config.mailFrom,
      to: { name: toOneLine(to.name), address: to.address },
      ...renderMailContent(letter, await logo?.()),
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    return smtp ? smtp.send(mail, timeoutMs ?? limitMs) : saveToOutbox(mail, logDetails)
  }

  async function saveToOutbox(mail: Mail, logDetails: MailLogDetails): Promise<MailOutcome> {
    try {
      const path = await writeToOutbox(config.dataDir, await renderMail(mail))
      log.info({ ...logDetails, path }, 'a mail was written to a file, since SMTP_URL is not set')
      return { state: 'sent' }
    } catch (error) {
      return { state: 'later', reason: toOneLine((error as Error).message) }
    }
  }

  return {
    sendsBySmtp: smtp !== undefined,
    deliver: (to, letter, logDetails = {}) => deliver(to, letter, logDetails, BACKGROUND_TIMEOUT_MS),
    async send(to, letter, logDetails = {}) {
      const outcome = await deliver(to, letter, logDetails, CALL_TIMEOUT_MS)
      if (outcome.state !== 'sent') throw new MailError(outcome, !isAddress(to.address))
    },
    close: () => smtp?.close(),
  }
}

const OUTCOME_LOG_MESSAGES = {
  failed: 'a mail was refused for good',
  later: 'a mail could not be sent for now',
  unclear: 'the mail server did not confirm a mail',
} as const

/**
 * Removes mail addresses that a mail server quotes in its answer, because the log must contain no personal
 * data.
 */
const removeAddresses = (reason: string): string => reason.replaceAll(/[^\s<>"':;,]+@/g, '…@')

const isAddress = (text: string): boolean => new RegExp(EMAIL_PATTERN).test(text)

/**
 * Writes a mail to a file in `outbox` and returns its path. Only the portal's system user can read the file,
 * because a mail may contain a link for choosing a password. File names start with the time, so that they are
 * sorted by it.
 */
async function writeToOutbox(dataDir: string, mail: Buffer): Promise<string> {
  const folder = join(dataDir, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
  const path = join(folder, name)
  const unfinishedPath = `${path}.part`
  try {
    await writeFile(unfinishedPath, mail, { mode: 0o600, flag: 'wx' })
    await rename(unfinishedPath, path)
  } catch (error) {
    await rm(unfinishedPath, { force: true })
    throw error
  }
  return path
}
