/** A process of live connections: Socket.IO's protocol over bare websockets, so that thousands fit into little memory. */
import { WebSocket } from 'ws'

export interface ClientMessage {
  port: number
  tokens: string[]
}
export type FromClients = { open: true } | { failed: string } | { arrived: [key: string, at: number][] }

/** Handshakes at once. */
const AT_ONCE = 25

const tell = (message: FromClients): void => void process.send?.(message)
let arrived: [string, number][] = []
// Telling the parent takes longer than noting the time, so it is done in lots.
setInterval(() => {
  if (arrived.length > 0) tell({ arrived })
  arrived = []
}, 50)

process.on('message', ({ port, tokens }: ClientMessage) => {
  const waiting = [...tokens]
  const worker = async (): Promise<void> => {
    for (let token = waiting.pop(); token; token = waiting.pop()) await open(port, token)
  }
  Promise.all(Array.from({ length: AT_ONCE }, worker)).then(
    () => tell({ open: true }),
    (error: unknown) => tell({ failed: String(error) }),
  )
})

/** Connects and joins; resolves when the server has let it in. */
function open(port: number, token: string): Promise<void> {
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
      else if (text.startsWith('42')) note(text)
    })
  })
}

/** An event's first argument but one is its channel, `client-tickets-crud.17`, and the row follows. */
function note(text: string): void {
  const at = performance.timeOrigin + performance.now()
  const [channel, { data }] = JSON.parse(text.slice(2)) as [string, { data?: { id?: number } }]
  const side = /^(client|admin)-tickets-crud\./.exec(channel)?.[1]
  if (side && data?.id) arrived.push([`${side} ${data.id}`, at])
}
