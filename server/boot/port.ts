import { createServer } from 'node:net'
import type { Config } from '../config.ts'

type Address = Pick<Config, 'host' | 'port'>

/** Refuses a port that cannot be had before anything else is started. Throws an Error with a sentence for the operator. */
export async function assertPortFree(address: Address): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(explainListenError(error, address)))
    probe.listen(address.port, address.host, () => probe.close(() => resolve()))
  })
}

/** Turns what `listen` throws into a sentence that says what to do. */
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
