// Not a `.deep` test, because it is fast: the only process that it starts is a shell script of three lines.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { canReach, chooseOrdinaryUser } from './ordinary-user.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tahanan-user-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

async function chooseUserOnMachine(accounts: Readonly<Record<string, number>>, caller: string) {
  const cases = Object.entries(accounts).map(([name, id]) => `${name}) echo ${id};;`)
  await writeFile(join(folder, 'id'), `#!/bin/sh\ncase "$2" in\n${cases.join('\n')}\n*) exit 1;;\nesac\n`)
  await chmod(join(folder, 'id'), 0o755)
  vi.stubEnv('PATH', folder)
  vi.stubEnv('SUDO_USER', caller)
}

test('the database of root runs as postgres, else as the caller of sudo, else as nobody', async () => {
  await chooseUserOnMachine({ postgres: 26, ana: 1001, nobody: 65_534 }, 'ana')
  expect(chooseOrdinaryUser()).toEqual({ name: 'postgres', uid: 26, gid: 26 })
  await chooseUserOnMachine({ ana: 1001, nobody: 65_534 }, 'ana')
  expect(chooseOrdinaryUser()).toEqual({ name: 'ana', uid: 1001, gid: 1001 })
  await chooseUserOnMachine({ nobody: 4_294_967_294 }, '')
  expect(chooseOrdinaryUser()).toEqual({ name: 'nobody', uid: -2, gid: -2 })
})

test('it never runs as root, also where root called sudo', async () => {
  await chooseUserOnMachine({ root: 0, nobody: 65_534 }, 'root')
  expect(chooseOrdinaryUser().name).toBe('nobody')
  await chooseUserOnMachine({ root: 0, postgres: 0 }, 'root')
  expect(chooseOrdinaryUser).toThrow('PostgreSQL does not run as root')
})

test('a folder that only its owner may enter is out of reach for others', async () => {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  const otherUser = { name: 'other', uid: uid + 1, gid: gid + 1 }
  await chmod(folder, 0o700)
  expect(canReach(folder, otherUser)).toBe(false)
  await chmod(folder, 0o711)
  expect(canReach(folder, otherUser)).toBe(true)
  await chmod(folder, 0o710)
  expect(canReach(folder, { ...otherUser, gid })).toBe(true)
})
