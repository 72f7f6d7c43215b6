import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tellReady } from './tell-ready.ts'

test('systemd is told that the portal is ready where it asks for it, and nobody else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tahanan-notify-'))
  try {
    const told = join(folder, 'told')
    writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" > ${told}\n`)
    chmodSync(join(folder, 'systemd-notify'), 0o755)
    const PATH = `${folder}:${process.env['PATH']}`
    await tellReady({ PATH })
    expect(existsSync(told)).toBe(false)
    await tellReady({ PATH, NOTIFY_SOCKET: '/run/systemd/notify' })
    expect(readFileSync(told, 'utf8')).toBe('/run/systemd/notify --ready\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
