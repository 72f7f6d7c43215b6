import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { toOneLine } from './letter.ts'

/**
 * Result of sending a mail to the mail server. `later`: refused temporarily or unreachable, so it can be
 * tried again. `failed`: refused permanently. `unclear`: the content was sent, but no answer came, so it may
 * arrive.
 */
export type MailOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'later' | 'unclear'; readonly reason: string }
  | {
      readonly state: 'failed'
      readonly refused: 'address' | 'content'
      /** A sentence for users; `reason` is the longer version with the server's answer. */
      readonly why: string
      readonly reason: string
    }

export type Mail = SendMailOptions

/** Maximum concurrent connections; `?maxConnections=` of `SMTP_URL` overrides it. */
const CONNECTIONS = 16
const IDLE_MS = 30_000

export function openSmtp(url: string) {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    idleTimeout: IDLE_MS,
    // The pool requeues only a mail whose connection closed before a byte of the content was read.
    maxRequeues: 1,
  })
  const contents = new WeakMap<AbortSignal, Readable>()
  pool.use('stream', ({ message, data }, done) => {
    message.processFunc((content) => {
      const whole = Readable.from(joinChunks(content), { objectMode: false })
      if (data.signal) contents.set(data.signal, whole)
      return whole
    })
    done()
  })

  return {
    async send(mail: Mail, limitMs: number): Promise<MailOutcome> {
      // Limits the whole mail, because a server that sends single bytes never exceeds a socket's time-out.
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

/** Avoids a write to the socket for each of the many small chunks. */
async function* joinChunks(content: Readable): AsyncGenerator<Buffer> {
  yield await buffer(content)
}

/**
 * A refused login, sender or relaying permission counts as `later` because the operator can correct it. So does
 * any answer other than a permanent refusal of the recipient or the content.
 */
function classifyError(error: NodemailerError, isContentSent: boolean): MailOutcome {
  const { code, command, response, permanent } = error
  if (response !== undefined) {
    const reason = toOneLine(`The mail server answered: ${response}`)
    const refused = permanent && parseRefusal(command, response)
    if (!refused) return { state: 'later', reason }
    return { state: 'failed', ...refused, reason: toOneLine(`${refused.why} ${reason}`) }
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
 * Returns what was permanently refused, by the reply codes of RFC 5321 and RFC 3463; undefined: the relaying
 * permission.
 */
function parseRefusal(
  command: string | undefined,
  response: string,
): { refused: 'address' | 'content'; why: string } | undefined {
  if (command === 'DATA') return { refused: 'content', why: 'The mail server does not take such a mail.' }
  if (command !== 'RCPT TO') return undefined
  const [, basic = '', subject] = /^(\d{3})(?:[ -]5\.(\d)\.)?/.exec(response) ?? []
  // 5.7.x: relaying denied, blocked network, sender not allowed.
  if (subject === '7') return undefined
  if (subject === '2' || (subject === undefined && basic === '552'))
    return { refused: 'address', why: 'The mailbox of this address is full or closed.' }
  const isUnknown =
    subject === undefined ? ['550', '551', '553', '556'].includes(basic) : '014'.includes(subject)
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
