import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { toOneLine } from './mail-content.ts'

/**
 * Result of sending a mail. `later`: the mail server refused it temporarily or could not be reached, so it
 * can be sent again. `failed`: the server refused it permanently. `unclear`: the content was sent, but no
 * answer came, so it may have arrived.
 */
export type MailOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'later' | 'unclear'; readonly reason: string }
  | {
      readonly state: 'failed'
      readonly refused: 'address' | 'content'
      /**
       * Short reason as a sentence for users. `reason` is longer, contains the server's answer, and is for
       * operators.
       */
      readonly why: string
      readonly reason: string
    }

export type Mail = SendMailOptions

/** Maximum number of simultaneous connections. `?maxConnections=` in `SMTP_URL` overrides it. */
const MAX_CONNECTIONS = 16
const IDLE_MS = 30_000

export function openSmtp(url: string) {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: IDLE_MS,
    // Retries a mail once. This is safe: the library retries a mail only if the connection was closed before
    // any content was sent.
    maxRequeues: 1,
  })
  const contents = new WeakMap<AbortSignal, Readable>()
  pool.use('stream', ({ message, data }, done) => {
    message.processFunc((content) => {
      const joinedContent = Readable.from(joinChunks(content), { objectMode: false })
      if (data.signal) contents.set(data.signal, joinedContent)
      return joinedContent
    })
    done()
  })

  return {
    async send(mail: Mail, limitMs: number): Promise<MailOutcome> {
      // Limits the time for sending a whole mail. The time-out of the socket is not enough: it never expires
      // if a server keeps sending single bytes.
      const signal = AbortSignal.timeout(limitMs)
      try {
        await pool.sendMail({ ...mail, signal })
        return { state: 'sent' }
      } catch (error) {
        return classifyError(error as NodemailerError, contents.get(signal)?.readableDidRead ?? false)
      }
    },
    close: () => pool.close(),
  }
}

/** Joins all chunks, so that the socket is written to once and not for each of many small chunks. */
async function* joinChunks(content: Readable): AsyncGenerator<Buffer> {
  yield await buffer(content)
}

/**
 * Returns the outcome of a mail that caused an error. It is `failed` only if the server permanently refused
 * the recipient or the content. Other errors are `later`, such as a refused login, sender or relaying
 * permission, because the operator can correct these.
 */
function classifyError(error: NodemailerError, isContentSent: boolean): MailOutcome {
  const { code, command, response, permanent } = error
  if (response !== undefined) {
    const reason = toOneLine(`The mail server answered: ${response}`)
    const refusal = permanent && parseRefusal(command, response)
    if (!refusal) return { state: 'later', reason }
    return { state: 'failed', ...refusal, reason: toOneLine(`${refusal.why} ${reason}`) }
  }
  if (isContentSent)
    return {
      state: 'unclear',
      reason: 'The mail server took the mail but did not confirm it. It may arrive.',
    }
  if (code === 'EABORT') return { state: 'later', reason: 'The mail server did not answer in time.' }
  const cause = code === 'ECONNECTION' ? 'it closed the connection' : error.message
  return { state: 'later', reason: toOneLine(`The mail server could not be reached: ${cause}`) }
}

/**
 * Returns what the server refused permanently, from the reply codes of RFC 5321 and RFC 3463. Returns
 * undefined if it refused something that the operator can correct, such as relaying.
 */
function parseRefusal(
  command: string | undefined,
  response: string,
): { refused: 'address' | 'content'; why: string } | undefined {
  if (command === 'DATA') return { refused: 'content', why: 'The mail server does not take such a mail.' }
  if (command !== 'RCPT TO') return undefined
  const [, basicCode = '', subject] = /^(\d{3})(?:[ -]5\.(\d)\.)?/.exec(response) ?? []
  // Codes 5.7.x mean: relaying denied, network blocked, or sender not allowed. The address itself is not
  // refused.
  if (subject === '7') return undefined
  if (subject === '2' || (subject === undefined && basicCode === '552'))
    return { refused: 'address', why: 'The mailbox of this address is full or closed.' }
  const isUnknown =
    subject === undefined ? ['550', '551', '553', '556'].includes(basicCode) : '014'.includes(subject)
  return {
    refused: 'address',
    why: isUnknown ? 'This address does not exist.' : 'The mail server refuses this address.',
  }
}

export async function renderMail(mail: Mail): Promise<Buffer> {
  const { message } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(mail)
  return message as Buffer
}
