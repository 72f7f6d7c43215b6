import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import { addAccounts } from './add-accounts.ts'
import { startLoad, type AcknowledgedWrite } from './load.ts'
import { createPortalProcess, createTemporaryFolder, waitUntil } from './portal-process.ts'
import { requireConsistentData } from './require-consistent-data.ts'

/**
 * Tests fault 13 of docs/reliability.md: a backup is made under load, and the operator's commands restore it
 * into another portal.
 */
const portal = await createPortalProcess()
const restoredPortal = await createPortalProcess()
const archiveFolder = createTemporaryFolder('archives')
afterAll(async () => {
  await portal.remove()
  await restoredPortal.remove()
  rmSync(archiveFolder, { recursive: true, force: true })
})

test('a backup made under load is restored with equal counts and hashes, and its files open', async () => {
  await portal.start()
  const accounts = await addAccounts(portal.connectionString(), 5)
  const load = await startLoad(portal.url, accounts)
  await waitUntil(() => load.acknowledged.length > 60, 'nothing is written')

  const writesBeforeBackup = [...load.acknowledged]
  const archivePath = join(archiveFolder, 'under-load.tar')
  await runCommand('server/commands/backup-main.ts', ['--to', archivePath], portal.dataDir)
  const writesDuringBackup = load.acknowledged.length - writesBeforeBackup.length
  expect(writesDuringBackup).toBeGreaterThan(0)
  await load.stop()
  expect(load.unexpectedAnswers).toEqual([])

  await runCommand('server/commands/restore-main.ts', [archivePath], restoredPortal.dataDir)
  const secondArchivePath = join(archiveFolder, 'again.tar')
  await runCommand('server/commands/backup-main.ts', ['--to', secondArchivePath], restoredPortal.dataDir)
  const originalContents = await loadContents(archivePath)
  const restoredContents = await loadContents(secondArchivePath)
  // Ignores tables that a restore changes: it writes to the audit log, blocks receipt numbers (rules 18.9)
  // and deletes unsent mails.
  for (const contents of [originalContents, restoredContents]) {
    delete contents['tables/audit_log']
    delete contents['tables/number_series']
    // Compares only the number of rows, because each backup creates new codes for the gate passes.
    for (const table of ['tables/notifications', 'tables/gate_passes']) {
      const [rows = ''] = contents[table]?.split(' lines ') ?? []
      contents[table] = `${rows} lines`
    }
    delete contents['tables/deliveries']
  }
  expect(restoredContents).toEqual(originalContents)
  expect(originalContents['tables/tickets']).toMatch(/^[1-9]\d* lines /)

  await restoredPortal.start()
  const location = { connectionString: restoredPortal.connectionString(), dataDir: restoredPortal.dataDir }
  const storedCounts = await requireConsistentData(location, writesBeforeBackup)
  const openedPictureCount = await openPictures(writesBeforeBackup, accounts.residents)
  expect(openedPictureCount).toBeGreaterThan(5)
  console.log(
    `backup under load: ${writesBeforeBackup.length} writes before it, ${writesDuringBackup} while it was made; ` +
      `restored ${storedCounts.tickets} tickets, ${storedCounts.payments} payments, ${storedCounts.files} files; ` +
      `${Object.keys(originalContents).length} tables and files equal by hash; ${openedPictureCount} pictures opened over HTTP`,
  )
})

async function runCommand(script: string, args: string[], dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(code, output).toBe(0)
}

/**
 * Returns a hash of each file and table in the backup. Rows are sorted first, because their order may differ.
 */
async function loadContents(archive: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'tahanan-untar-'))
  try {
    await new Promise<void>((resolve, reject) => {
      const tar = spawn('tar', ['xf', archive, '-C', folder], { stdio: 'ignore' })
      tar.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${code}`))))
    })
    const hashes: Record<string, string> = {}
    for (const folderEntry of readdirSync(join(folder, 'tables'), { withFileTypes: true })) {
      const partFiles = readdirSync(join(folder, 'tables', folderEntry.name)).toSorted()
      const text = Buffer.concat(
        partFiles.map((partFile) =>
          zstdDecompressSync(readFileSync(join(folder, 'tables', folderEntry.name, partFile))),
        ),
      ).toString()
      const lines = text
        .split('\n')
        .filter((line) => line !== '')
        .toSorted()
      hashes[`tables/${folderEntry.name}`] = `${lines.length} lines ${sha256(lines.join('\n'))}`
    }
    for (const folderEntry of readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }))
      if (folderEntry.isFile()) {
        const path = join(folderEntry.parentPath, folderEntry.name)
        hashes[path.slice(folder.length + 1)] = sha256(readFileSync(path))
      }
    return hashes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openPictures(
  acknowledgedWrites: readonly AcknowledgedWrite[],
  residents: readonly { id: number }[],
): Promise<number> {
  const { db, close } = openDatabase({ connectionString: restoredPortal.connectionString(), poolSize: 2 })
  try {
    let openedCount = 0
    for (const acknowledgedWrite of acknowledgedWrites) {
      if (!('picture' in acknowledgedWrite) || !acknowledgedWrite.picture?.sha256) continue
      const { key, sha256: expected } = acknowledgedWrite.picture
      const { uploader_id: owner } = await db
        .selectFrom('files')
        .select('uploader_id')
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      expect(residents.map(({ id }) => id)).toContain(owner)
      const { token } = await createSession(db, 'client', owner)
      const linkResponse = await fetch(`${restoredPortal.url}/api/file?name=${encodeURIComponent(key)}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { url } = (await linkResponse.json()) as { url: string }
      const response = await fetch(new URL(url, restoredPortal.url))
      expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(expected)
      openedCount += 1
    }
    return openedCount
  } finally {
    await close()
  }
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
