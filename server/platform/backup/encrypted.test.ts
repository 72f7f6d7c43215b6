import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '#boot/config.ts'
import { encryptStream } from './archive/encryption.ts'
import { openArchive, UnusableArchiveError } from './archive/open-archive.ts'
import {
  createTestBackup,
  createEmptyInstallation,
  createSmallInstallation,
  computeFileHashes,
  computeFingerprints,
  restoreTestBackup,
  withPool,
} from './testing.ts'

const [identity, otherIdentity] = [await generateX25519Identity(), await generateX25519Identity()]
const backupRecipients = [await identityToRecipient(identity)]
const installation = await createSmallInstallation()
afterAll(installation.close)
await withPool(installation, (pool) =>
  pool.query(
    `insert into files (key, folder, name, mime, bytes, uploader_area, uploader_id)
     values ('soa/csv/old-' || repeat('0', 32) || '.csv', 'soa/csv', 'old.csv', 'text/csv', 3, 'admin', 1)`,
  ),
)
const encryptedBackup = await createTestBackup(installation, { backupRecipients })

test('a backup for recipients is encrypted, and the owner of the key restores it', async () => {
  expect(basename(encryptedBackup.path)).toMatch(/-command\.tar\.age$/)
  const content = await readFile(encryptedBackup.path)
  expect(content.length).toBe(encryptedBackup.bytes)
  expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  for (const marker of ['ONLY-IN-THE-OLD', 'tahanan-backup.json', 'soa/csv'])
    expect(content.includes(marker), marker).toBe(false)

  await using freshInstallation = await createEmptyInstallation()
  await restoreTestBackup(freshInstallation, encryptedBackup.path, { identities: [otherIdentity, identity] })
  const { audit_log: _, number_series: __, ...after } = await computeFingerprints(freshInstallation)
  const { audit_log: ___, number_series: ____, ...before } = await computeFingerprints(installation)
  expect(after).toEqual(before)
  expect(await computeFileHashes(freshInstallation.dataDir)).toEqual(
    await computeFileHashes(installation.dataDir),
  )
  expect((await readdir(freshInstallation.dataDir)).filter((name) => name.startsWith('restoring'))).toEqual(
    [],
  )
})

test('without the right key, or damaged, nothing is restored', async () => {
  await using freshInstallation = await createEmptyInstallation()
  await expect(restoreTestBackup(freshInstallation, encryptedBackup.path)).rejects.toThrow(
    'is encrypted. Restore it with --identity FILE',
  )
  await expect(
    restoreTestBackup(freshInstallation, encryptedBackup.path, { identities: [otherIdentity] }),
  ).rejects.toThrow('is encrypted for other keys than those of --identity.')
  const content = await readFile(encryptedBackup.path)
  const brokenPath = join(installation.dataDir, 'broken.tar.age')
  for (const offset of [30, 250, Math.floor(content.length / 2), content.length - 1]) {
    const brokenCopy = Buffer.from(content)
    brokenCopy[offset] = (brokenCopy[offset] ?? 0) ^ 1
    await writeFile(brokenPath, brokenCopy)
    const decryptOptions = { identities: [identity], folder: freshInstallation.dataDir }
    await expect(openArchive(brokenPath, decryptOptions), `the byte at ${offset}`).rejects.toThrow(
      UnusableArchiveError,
    )
  }
  for (const cutLength of [21, 300, content.length - 1]) {
    await writeFile(brokenPath, content.subarray(0, cutLength))
    const decryptOptions = { identities: [identity], folder: freshInstallation.dataDir }
    await expect(openArchive(brokenPath, decryptOptions), `${cutLength} bytes`).rejects.toThrow(
      UnusableArchiveError,
    )
  }
  expect((await readdir(freshInstallation.dataDir)).filter((name) => name.startsWith('restoring'))).toEqual(
    [],
  )
})

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 1_048_576, 1_048_577, 2_097_152, 6_000_000])(
  '%i bytes in pieces of any size are read again by the library',
  async (length) => {
    const content = randomBytes(length)
    for (const pieceSize of [1000, 65_536, 150_000]) {
      const pieces = Array.from({ length: Math.ceil(length / pieceSize) }, (_, index) =>
        content.subarray(index * pieceSize, (index + 1) * pieceSize),
      )
      const encryptedBytes = await buffer(encryptStream(Readable.from(pieces), backupRecipients))
      const decrypter = new Decrypter()
      decrypter.addIdentity(identity)
      const decryptedBytes = await decrypter.decrypt(new Uint8Array(encryptedBytes))
      expect(content.equals(decryptedBytes), `pieces of ${pieceSize}`).toBe(true)
    }
  },
)

test('a backup before a reset is read again as it was written', async () => {
  const { path, isEncrypted } = await createTestBackup(installation, { backupRecipients, cause: 'reset' })
  expect([basename(path).endsWith('-reset.tar.age'), isEncrypted]).toEqual([true, true])
})

test('an unencrypted backup is restored with an identity too', async () => {
  await using freshInstallation = await createEmptyInstallation()
  const plainBackup = await createTestBackup(installation)
  expect(plainBackup.isEncrypted).toBe(false)
  await restoreTestBackup(freshInstallation, plainBackup.path, { identities: [identity] })
})

const loadRecipients = (BACKUP_RECIPIENTS: string) => loadConfig({ DATA_DIR: '/data', BACKUP_RECIPIENTS })

test('recipients are public keys; a secret key is refused without being quoted', () => {
  expect(loadRecipients(`${backupRecipients[0]}, ${backupRecipients[0]}`).backupRecipients).toHaveLength(2)
  expect(loadRecipients('').backupRecipients).toEqual([])
  expect(() => loadRecipients('age1wrong')).toThrow(
    "BACKUP_RECIPIENTS must be public keys of age (age1…), joined by commas; 'age1wrong' is none",
  )
  expect(() => loadRecipients(identity)).toThrow(
    'BACKUP_RECIPIENTS holds a secret key; name its public key (age1…)',
  )
  expect(() => loadRecipients(identity)).not.toThrow(identity)
})
