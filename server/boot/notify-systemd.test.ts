import { chmodSync, existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notifySystemd } from './notify-systemd.ts'

test('systemd is notified that the portal is ready only if NOTIFY_SOCKET is set', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tahanan-notify-'))
  const notification = join(folder.path, 'notification')
  const program = join(folder.path, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" > ${notification}\n`)
  chmodSync(program, 0o755)
  const PATH = `${folder.path}:${process.env['PATH']}`
  await notifySystemd({ PATH })
  expect(existsSync(notification)).toBe(false)
  await notifySystemd({ PATH, NOTIFY_SOCKET: '/run/systemd/notify' })
  expect(readFileSync(notification, 'utf8')).toBe('/run/systemd/notify --ready\n')
})
