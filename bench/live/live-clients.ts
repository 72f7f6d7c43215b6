/**
 * Process that holds live connections. It implements the protocol of Socket.IO over plain WebSockets to save
 * memory.
 */
import { WebSocket } from 'ws'

export interface LiveClientJob {
  port: number
  tokens: string[]
}
export type LiveClientMessage = { open: true } | { failed: string } | { arrived: [key: string, at: number][] }

const PARALLEL_HANDSHAKES = 25

const sendToParent = (message: LiveClientMessage): void => void process.send?.(message)
let arrivalTimes: [string, number][] = []
// Arrival times are sent in groups, because each message to the parent process is slow.
setInterval(() => {
  if (arrivalTimes.length > 0) sendToParent({ arrived: arrivalTimes })
  arrivalTimes = []
}, 50)

process.on('message', ({ port, tokens }: LiveClientJob) => {
  const remainingTokens = [...tokens]
  const openSockets = async (): Promise<void> => {
    for (let token = remainingTokens.pop(); token; token = remainingTokens.pop())
      await openSocket(port, token)
  }
  Promise.all(Array.from({ length: PARALLEL_HANDSHAKES }, openSockets)).then(
    () => sendToParent({ open: true }),
    (error: unknown) => sendToParent({ failed: String(error) }),
  )
})

function openSocket(port: number, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed a live connection.')))
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`)
      else if (text === '2') socket.send('3')
      else if (text.startsWith('40')) resolve()
      else if (text.startsWith('44')) reject(new Error(text))
      else if (text.startsWith('42')) recordArrival(text)
    })
  })
}

function recordArrival(text: string): void {
  const arrivalTime = performance.timeOrigin + performance.now()
  const [channel, { data }] = JSON.parse(text.slice(2)) as [string, { data?: { id?: number } }]
  const [, side, kind] = /^(client|admin)-(tickets-crud|messages)\./.exec(channel) ?? []
  if (side && data?.id)
    arrivalTimes.push([`${side} ${kind === 'messages' ? 'message ' : ''}${data.id}`, arrivalTime])
}
