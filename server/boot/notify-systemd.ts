import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Notifies systemd that the portal serves, in a service of `Type=notify`. Runs `systemd-notify`, because Node has no
 * Unix datagram sockets.
 */
export async function notifySystemd(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (env['NOTIFY_SOCKET']) await promisify(execFile)('systemd-notify', ['--ready'], { env })
}
