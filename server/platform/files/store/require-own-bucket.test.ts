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
const firstPortal = await createFilesPortal({ s3: bucket.config })
const resident = await firstPortal.as('client')
afterAll(async () => {
  await firstPortal.close()
  await bucket.close()
})
beforeEach(() => bucket.objects.clear())

const uploadPicture = async () => (await resident.upload('images', await createSamplePicture('png'))).key

test('a second database on one bucket refuses to start, to store and to clean', async () => {
  await claimBucket(createBucket(bucket.config), firstPortal.db)
  const key = await uploadPicture()
  const secondPortal = await createFilesPortal({ s3: bucket.config })
  try {
    await expect(secondPortal.files.requireOwnership()).rejects.toThrow(ForeignBucketError)
    await expect(cleanFiles(secondPortal.db, secondPortal.files, 0)).rejects.toThrow(
      'belongs to another database',
    )
    const otherResident = await secondPortal.as('client')
    expect((await otherResident.upload('images', await createSamplePicture('png'))).status).toBe(500)
    expect(await firstPortal.files.stat(key)).not.toBeNull()
    expect(await secondPortal.listInTable()).toEqual([])
    await firstPortal.files.requireOwnership()

    await claimBucket(createBucket(bucket.config), secondPortal.db)
    await secondPortal.files.requireOwnership()
  } finally {
    await secondPortal.close()
  }
})

test('a bucket without a marker is claimed if it is empty or the database knows its files', async () => {
  const secondPortal = await createTestPortal({ s3: bucket.config })
  const thirdPortal = await createTestPortal({ s3: bucket.config })
  try {
    bucket.objects.set(createKey('images', 'unknown', 'png'), Buffer.from('x'))
    await expect(secondPortal.services.files.requireOwnership()).rejects.toThrow(
      'has files that are not in this database',
    )
    expect(bucket.objects.has('tahanan-owner.json')).toBe(false)
    bucket.objects.clear()
    await secondPortal.services.files.requireOwnership()
    expect(bucket.objects.has('tahanan-owner.json')).toBe(true)
    await expect(thirdPortal.services.files.requireOwnership()).rejects.toThrow('belongs to another database')
  } finally {
    await Promise.all([secondPortal.close(), thirdPortal.close()])
  }
})

test('prefixes of one bucket belong to databases of their own', async () => {
  const [northPortal, southPortal] = await Promise.all(
    ['north/', 'south/'].map((prefix) => createFilesPortal({ s3: { ...bucket.config, prefix } })),
  )
  if (!northPortal || !southPortal) throw new Error('two portals are opened')
  try {
    const { key } = await (await northPortal.as('client')).upload('images', await createSamplePicture('png'))
    expect([...bucket.objects.keys()]).toContain(`north/${key}`)
    await (await southPortal.as('client')).upload('images', await createSamplePicture('png'))
    expect(await cleanFiles(southPortal.db, southPortal.files, 0)).toMatchObject({ stray: 0, kept: 0 })
    expect(await northPortal.files.stat(key)).not.toBeNull()
    expect(await southPortal.files.stat(key)).toBeNull()
  } finally {
    await Promise.all([northPortal.close(), southPortal.close()])
  }
})

test('a bucket that is away at the start is claimed later', async () => {
  const secondPortal = await createTestPortal({ s3: bucket.config })
  try {
    bucket.failWith(503)
    await expect(secondPortal.services.files.requireOwnership()).rejects.toMatchObject({
      code: 'unavailable',
    })
    bucket.failWith(undefined)
    await secondPortal.services.files.requireOwnership()
    expect(bucket.objects.has('tahanan-owner.json')).toBe(true)
  } finally {
    await secondPortal.close()
  }
})
