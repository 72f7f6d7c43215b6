import { chmodSync, existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tellReady } from './tell-ready.ts'

test('systemd is told that the portal is ready where it asks for it, and nobody else', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tahanan-notify-'))
  const told = join(folder.path, 'told')
  const program = join(folder.path, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" > ${told}\n`)
  chmodSync(program, 0o755)
  const PATH = `${folder.path}:${process.env['PATH']}`
  await tellReady({ PATH })
  expect(existsSync(told)).toBe(false)
  await tellReady({ PATH, NOTIFY_SOCKET: '/run/systemd/notify' })
  expect(readFileSync(told, 'utf8')).toBe('/run/systemd/notify --ready\n')
})
