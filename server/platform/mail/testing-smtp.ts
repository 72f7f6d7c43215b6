import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body, with CRLF and without dot stuffing. */
  data: string
}

/** Fault of the test SMTP server. */
export type Fault = 'none' | 'refuse recipients' | 'refuse content' | 'never greet' | 'dribble' | 'hang up'

export interface TestSmtp {
  readonly url: string
  readonly received: ReceivedMail[]
  fault: Fault
  close(): Promise<void>
}

/** Starts an SMTP server (RFC 5321) for tests, which accepts mail or fails as `fault` says. */
export async function startTestSmtp(): Promise<TestSmtp> {
  const sockets = new Set<Socket>()
  const received: ReceivedMail[] = []
  const smtp: Pick<TestSmtp, 'fault'> = { fault: 'none' }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    if (smtp.fault === 'hang up') return socket.destroy()
    if (smtp.fault === 'never greet') return
    if (smtp.fault === 'dribble') {
      const drops = setInterval(() => socket.write('2'), 20)
      socket.on('close', () => clearInterval(drops))
      return
    }
    converse(socket, received, () => smtp.fault)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(smtp, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}

function converse(socket: Socket, received: ReceivedMail[], fault: () => Fault): void {
  let waiting = ''
  let mail: ReceivedMail = { from: '', to: [], data: '' }
  let inData = false
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  say('220 test ESMTP')
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    waiting += chunk
    for (;;) {
      const end = waiting.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      if (end === -1) return
      const line = waiting.slice(0, end)
      waiting = waiting.slice(end + (inData ? 5 : 2))
      if (inData) {
        inData = false
        if (fault() === 'refuse content') say('554 5.7.1 not wanted')
        else {
          received.push({ ...mail, data: line.replaceAll('\r\n..', '\r\n.') })
          say('250 taken')
        }
        mail = { from: '', to: [], data: '' }
      } else answer(line)
    }
  })
  function answer(line: string): void {
    const [, verb = '', rest = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
    switch (verb.toUpperCase()) {
      case 'EHLO':
        return say('250-test\r\n250 8BITMIME')
      case 'MAIL':
        mail.from = /<([^>]*)>/.exec(rest)?.[1] ?? ''
        return say('250 ok')
      case 'RCPT':
        if (fault() === 'refuse recipients') return say('550 5.1.1 no such user')
        mail.to.push(/<([^>]*)>/.exec(rest)?.[1] ?? '')
        return say('250 ok')
      case 'DATA':
        inData = true
        return say('354 go on')
      case 'QUIT':
        say('221 bye')
        return void socket.end()
      default:
        return say('250 ok')
    }
  }
}
