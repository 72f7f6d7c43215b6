import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '#boot/config.ts'
import { encrypt } from './archive/encryption.ts'
import { openArchive, UnusableArchiveError } from './archive/open-archive.ts'
import {
  backUp,
  createFreshPlace,
  createOtherPlace,
  computeFileHashes,
  computeFingerprints,
  restoreInto,
  withPool,
} from './testing.ts'

const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
const backupRecipients = [await identityToRecipient(identity)]
const place = await createOtherPlace()
afterAll(place.close)
await withPool(place, (pool) =>
  pool.query(
    `insert into files (key, folder, name, mime, bytes, uploader_area, uploader_id)
     values ('soa/csv/old-' || repeat('0', 32) || '.csv', 'soa/csv', 'old.csv', 'text/csv', 3, 'admin', 1)`,
  ),
)
const made = await backUp(place, { backupRecipients })

test('a backup for recipients is encrypted, and the owner of the key restores it', async () => {
  expect(basename(made.path)).toMatch(/-command\.tar\.age$/)
  const content = await readFile(made.path)
  expect(content.length).toBe(made.bytes)
  expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  for (const marker of ['ONLY-IN-THE-OLD', 'tahanan-backup.json', 'soa/csv'])
    expect(content.includes(marker), marker).toBe(false)

  await using fresh = await createFreshPlace()
  await restoreInto(fresh, made.path, { identities: [other, identity] })
  const { audit_log: _, number_series: __, ...after } = await computeFingerprints(fresh)
  const { audit_log: ___, number_series: ____, ...before } = await computeFingerprints(place)
  expect(after).toEqual(before)
  expect(await computeFileHashes(fresh.dataDir)).toEqual(await computeFileHashes(place.dataDir))
  expect((await readdir(fresh.dataDir)).filter((name) => name.startsWith('restoring'))).toEqual([])
})

test('without the right key, or damaged, nothing is restored', async () => {
  await using fresh = await createFreshPlace()
  await expect(restoreInto(fresh, made.path)).rejects.toThrow('is encrypted. Restore it with --identity FILE')
  await expect(restoreInto(fresh, made.path, { identities: [other] })).rejects.toThrow(
    'is encrypted for other keys than those of --identity.',
  )
  const content = await readFile(made.path)
  const broken = join(place.dataDir, 'broken.tar.age')
  for (const at of [30, 250, Math.floor(content.length / 2), content.length - 1]) {
    const copy = Buffer.from(content)
    copy[at] = (copy[at] ?? 0) ^ 1
    await writeFile(broken, copy)
    const opening = { identities: [identity], folder: fresh.dataDir }
    await expect(openArchive(broken, opening), `the byte at ${at}`).rejects.toThrow(UnusableArchiveError)
  }
  for (const length of [21, 300, content.length - 1]) {
    await writeFile(broken, content.subarray(0, length))
    const opening = { identities: [identity], folder: fresh.dataDir }
    await expect(openArchive(broken, opening), `${length} bytes`).rejects.toThrow(UnusableArchiveError)
  }
  expect((await readdir(fresh.dataDir)).filter((name) => name.startsWith('restoring'))).toEqual([])
})

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 1_048_576, 1_048_577, 2_097_152, 6_000_000])(
  '%i bytes in pieces of any size are read again by the library',
  async (length) => {
    const content = randomBytes(length)
    for (const piece of [1000, 65_536, 150_000]) {
      const pieces = Array.from({ length: Math.ceil(length / piece) }, (_, nth) =>
        content.subarray(nth * piece, (nth + 1) * piece),
      )
      const encrypted = await buffer(encrypt(Readable.from(pieces), backupRecipients))
      const decrypter = new Decrypter()
      decrypter.addIdentity(identity)
      const decrypted = await decrypter.decrypt(new Uint8Array(encrypted))
      expect(content.equals(decrypted), `pieces of ${piece}`).toBe(true)
    }
  },
)

test('a backup before a reset is read again as it was written', async () => {
  const { path, isEncrypted } = await backUp(place, { backupRecipients, cause: 'reset' })
  expect([basename(path).endsWith('-reset.tar.age'), isEncrypted]).toEqual([true, true])
})

test('an unencrypted backup is restored with an identity too', async () => {
  await using fresh = await createFreshPlace()
  const plain = await backUp(place)
  expect(plain.isEncrypted).toBe(false)
  await restoreInto(fresh, plain.path, { identities: [identity] })
})

const read = (BACKUP_RECIPIENTS: string) => loadConfig({ DATA_DIR: '/data', BACKUP_RECIPIENTS })

test('recipients are public keys; a secret key is refused without being quoted', () => {
  expect(read(`${backupRecipients[0]}, ${backupRecipients[0]}`).backupRecipients).toHaveLength(2)
  expect(read('').backupRecipients).toEqual([])
  expect(() => read('age1wrong')).toThrow(
    "BACKUP_RECIPIENTS must be public keys of age (age1…), joined by commas; 'age1wrong' is none",
  )
  expect(() => read(identity)).toThrow('BACKUP_RECIPIENTS holds a secret key; name its public key (age1…)')
  expect(() => read(identity)).not.toThrow(identity)
})
