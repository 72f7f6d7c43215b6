import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestPortal } from '#testing/portal.ts'
import { cleanFiles } from '../clean-files.ts'
import { createSamplePicture } from '../content/testing-samples.ts'
import { createFilesPortal } from '../testing.ts'
import { createBucket } from './bucket.ts'
import { createKey } from './file-key.ts'
import { ForeignBucketError, claimBucket } from './require-own-bucket.ts'
import { createTestBucket } from './testing-bucket.ts'

// Two portals with different databases use one bucket. The second one is a staging copy or another community.
const bucket = await createTestBucket()
const first = await createFilesPortal({ s3: bucket.config })
const resident = await first.as('client')
afterAll(async () => {
  await first.close()
  await bucket.close()
})
beforeEach(() => bucket.objects.clear())

const uploadPicture = async () => (await resident.upload('images', await createSamplePicture('png'))).key

test('a second database on one bucket refuses to start, to store and to clean', async () => {
  await claimBucket(createBucket(bucket.config), first.db)
  const key = await uploadPicture()
  const second = await createFilesPortal({ s3: bucket.config })
  try {
    await expect(second.files.requireOwned()).rejects.toThrow(ForeignBucketError)
    await expect(cleanFiles(second.db, second.files, 0)).rejects.toThrow('belongs to another database')
    const other = await second.as('client')
    expect((await other.upload('images', await createSamplePicture('png'))).status).toBe(500)
    expect(await first.files.stat(key)).not.toBeNull()
    expect(await second.listInTable()).toEqual([])
    await first.files.requireOwned()

    await claimBucket(createBucket(bucket.config), second.db)
    await second.files.requireOwned()
  } finally {
    await second.close()
  }
})

test('a bucket without a marker is claimed if it is empty or the database knows its files', async () => {
  const second = await createTestPortal({ s3: bucket.config })
  const third = await createTestPortal({ s3: bucket.config })
  try {
    bucket.objects.set(createKey('images', 'unknown', 'png'), Buffer.from('x'))
    await expect(second.services.files.requireOwned()).rejects.toThrow(
      'has files that are not in this database',
    )
    expect(bucket.objects.has('tahanan-owner.json')).toBe(false)
    bucket.objects.clear()
    await second.services.files.requireOwned()
    expect(bucket.objects.has('tahanan-owner.json')).toBe(true)
    await expect(third.services.files.requireOwned()).rejects.toThrow('belongs to another database')
  } finally {
    await Promise.all([second.close(), third.close()])
  }
})

test('prefixes of one bucket belong to databases of their own', async () => {
  const [north, south] = await Promise.all(
    ['north/', 'south/'].map((prefix) => createFilesPortal({ s3: { ...bucket.config, prefix } })),
  )
  if (!north || !south) throw new Error('two portals are opened')
  try {
    const { key } = await (await north.as('client')).upload('images', await createSamplePicture('png'))
    expect([...bucket.objects.keys()]).toContain(`north/${key}`)
    await (await south.as('client')).upload('images', await createSamplePicture('png'))
    expect(await cleanFiles(south.db, south.files, 0)).toMatchObject({ stray: 0, kept: 0 })
    expect(await north.files.stat(key)).not.toBeNull()
    expect(await south.files.stat(key)).toBeNull()
  } finally {
    await Promise.all([north.close(), south.close()])
  }
})

test('a bucket that is away at the start is claimed later', async () => {
  const second = await createTestPortal({ s3: bucket.config })
  try {
    bucket.failWith(503)
    await expect(second.services.files.requireOwned()).rejects.toMatchObject({ code: 'unavailable' })
    bucket.failWith(undefined)
    await second.services.files.requireOwned()
    expect(bucket.objects.has('tahanan-owner.json')).toBe(true)
  } finally {
    await second.close()
  }
})
