import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Tells systemd that the portal serves, where it asks to be told (`Type=notify`), by its own program: Node has no datagram
 * sockets of files. Where that fails, systemd says that the start took too long.
 */
export async function tellReady(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (env['NOTIFY_SOCKET']) await promisify(execFile)('systemd-notify', ['--ready'], { env })
}
