import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

interface ReceivedMail {
  from: string
  to: string[]
  data: string
}

/**
 * Replies of the test mail server for each simulated fault, by SMTP command. `connect` is the greeting;
 * `content` is the reply after the final dot. All other replies are `250`.
 */
const FAULTS = {
  none: {},
  'never greet': { connect: 'hang' },
  dribble: { connect: 'dribble' },
  'hang up': { connect: 'hang up' },
  'refuse the login': { AUTH: '535 5.7.8 wrong password' },
  'refuse the sender': { MAIL: '550 5.7.1 not your domain' },
  'refuse recipients': { RCPT: '550 5.1.1 no such user' },
  'full mailbox': { RCPT: '552 5.2.2 over quota' },
  'unknown recipients without a code': { RCPT: '550 no such user' },
  'no relay': { RCPT: '554 5.7.1 relay access denied' },
  'refuse recipients for now': { RCPT: '450 4.2.0 greylisted' },
  'refuse content': { content: '554 5.7.1 not wanted' },
  'refuse content for now': { content: '451 4.3.0 try again' },
  'hang before content': { DATA: 'hang' },
  'hang after content': { content: 'hang' },
  'hang up after content': { content: 'hang up' },
  'dribble after content': { content: 'dribble' },
} as const satisfies Record<string, Readonly<Record<string, string>>>

export type Fault = keyof typeof FAULTS

export interface TestSmtp {
  readonly url: string
  readonly received: ReceivedMail[]
  connections: number
  fault: Fault
  onHang: () => void
  hangUp(): void
  close(): Promise<void>
}

export async function startTestSmtp(): Promise<TestSmtp> {
  const sockets = new Set<Socket>()
  const receivedMails: ReceivedMail[] = []
  const smtp: Pick<TestSmtp, 'fault' | 'connections' | 'onHang'> = {
    fault: 'none',
    connections: 0,
    onHang: () => {},
  }
  const server = createServer((socket) => {
    smtp.connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    handleSmtpConnection(socket, receivedMails, {
      getFault: (command) => (FAULTS[smtp.fault] as Readonly<Record<string, string>>)[command],
      onHang: () => smtp.onHang(),
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hangUp = (): void => sockets.forEach((socket) => socket.destroy())
  return Object.assign(smtp, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: receivedMails,
    hangUp,
    close: async () => {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  })
}

interface Faults {
  getFault(command: string): string | undefined
  onHang(): void
}

function handleSmtpConnection(
  socket: Socket,
  receivedMails: ReceivedMail[],
  { getFault, onHang }: Faults,
): void {
  let unparsedInput = ''
  let mail: ReceivedMail = { from: '', to: [], data: '' }
  let isReadingData = false
  function sendReply(command: string, acceptedReply: string): boolean {
    const fault = getFault(command)
    if (fault === 'hang' || fault === 'dribble') onHang()
    if (fault === 'hang up') socket.destroy()
    else if (fault === 'dribble') {
      const dribbleTimer = setInterval(() => socket.write('2'), 20)
      socket.on('close', () => clearInterval(dribbleTimer))
    } else if (fault !== 'hang') socket.write(`${fault ?? acceptedReply}\r\n`)
    return fault === undefined
  }
  sendReply('connect', '220 test ESMTP')
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    unparsedInput += chunk
    for (;;) {
      const end = unparsedInput.indexOf(isReadingData ? '\r\n.\r\n' : '\r\n')
      if (end === -1) return
      const line = unparsedInput.slice(0, end)
      unparsedInput = unparsedInput.slice(end + (isReadingData ? 5 : 2))
      if (isReadingData) {
        isReadingData = false
        if (!/^\d/.test(getFault('content') ?? ''))
          receivedMails.push({ ...mail, data: line.replaceAll('\r\n..', '\r\n.') })
        sendReply('content', '250 taken')
      } else answerCommand(line)
    }
  })
  function answerCommand(line: string): void {
    const [, verb = '', rest = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
    const address = /<([^>]*)>/.exec(rest)?.[1] ?? ''
    switch (verb.toUpperCase()) {
      case 'EHLO':
        return void socket.write('250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n')
      case 'AUTH':
        return void sendReply('AUTH', '235 welcome')
      case 'MAIL':
        mail = { from: address, to: [], data: '' }
        return void sendReply('MAIL', '250 ok')
      case 'RCPT':
        if (sendReply('RCPT', '250 ok')) mail.to.push(address)
        return
      case 'DATA':
        isReadingData = sendReply('DATA', '354 go on')
        return
      case 'QUIT':
        return void socket.end('221 bye\r\n')
      default:
        return void socket.write('250 ok\r\n')
    }
  }
}
