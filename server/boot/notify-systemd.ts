import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Tells systemd that the portal is ready. Uses the program `systemd-notify`, because Node cannot send to Unix
 * datagram sockets.
 */
export async function notifySystemd(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (env['NOTIFY_SOCKET']) await promisify(execFile)('systemd-notify', ['--ready'], { env })
}
