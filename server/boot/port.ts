import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'

type Address = Pick<Config, 'host' | 'port'>

/** Time to wait for the port of a portal that is stopping or was killed. */
const PATIENCE_MS = 3000

/** Waits until the port is free. Throws an Error with a message for the operator. */
export async function assertPortFree(address: Address): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(100)) {
    const error = await tryListen(address)
    if (!error) return
    if ((error as { code?: string }).code !== 'EADDRINUSE' || performance.now() > deadline) {
      throw explainListenError(error, address)
    }
  }
}

function tryListen({ port, host }: Address): Promise<Error | undefined> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', resolve)
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

/** Turns an error of `listen` into one whose message says what to do. */
export function explainListenError(error: unknown, { host, port }: Address): Error {
  switch ((error as { code?: string }).code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} is already in use. Stop the program that uses it, or choose another: PORT=${port + 1} npm start`,
      )
    case 'EACCES':
      return new Error(`Port ${port} is not open to this user. Choose one above 1023: PORT=3000 npm start`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(
        `HOST is ${host}, which is no address of this machine. Leave it out, or use 0.0.0.0 for all of them.`,
      )
    default:
      return error instanceof Error ? error : new Error(String(error))
  }
}
