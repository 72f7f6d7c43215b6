import { expect, test } from 'vitest'
import { claimFiles, releaseFiles } from './claim-files.ts'
import { createSamplePicture } from './content/testing-samples.ts'
import { openFilesPortal, type Uploader } from './testing.ts'

const portal = await openFilesPortal()
const resident = await portal.as('client')
const otherResident = await portal.as('client')
const admin = await portal.as('admin')

const uploadPicture = async (uploader: Uploader) =>
  (await uploader.upload('images', await createSamplePicture('png'))).key
const claimPictures = (uploader: Uploader, id: number, keys: string[]) =>
  portal.db.transaction().execute((tx) => claimFiles(tx, uploader, { kind: 'ticket', id }, keys, 'images'))
const findOwner = (key: string) =>
  portal.db
    .selectFrom('files')
    .select(['owner_kind', 'owner_id'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
const FOREIGN_FILE_ERROR = { code: 'invalidInput', errors: { images: ['This file was not uploaded here.'] } }

test('the uploader of a file can claim it for a record', async () => {
  const key = await uploadPicture(resident)
  await claimPictures(resident, 10, [key])
  expect(await findOwner(key)).toEqual({ owner_kind: 'ticket', owner_id: 10 })
})

test('a file of the record may be claimed again, also by another account', async () => {
  const key = await uploadPicture(resident)
  await claimPictures(resident, 11, [key])
  await claimPictures(admin, 11, [key, await uploadPicture(admin)])
  expect(await findOwner(key)).toEqual({ owner_kind: 'ticket', owner_id: 11 })
})

test('a file of another uploader or record, or an unknown one, is refused, and no file is claimed', async () => {
  const ownKey = await uploadPicture(resident)
  const neighbourKey = await uploadPicture(otherResident)
  const usedKey = await uploadPicture(resident)
  await claimPictures(resident, 12, [usedKey])
  for (const foreignKey of [
    neighbourKey,
    usedKey,
    `images/x-${'0'.repeat(32)}.png`,
    'https://elsewhere.test/x.png',
    '../x',
  ]) {
    await expect(claimPictures(resident, 13, [ownKey, foreignKey])).rejects.toMatchObject(FOREIGN_FILE_ERROR)
  }
  expect(await findOwner(ownKey)).toEqual({ owner_kind: null, owner_id: null })
  expect(await findOwner(usedKey)).toEqual({ owner_kind: 'ticket', owner_id: 12 })
})

test('an administrator cannot claim files of the resident with the same id', async () => {
  const key = await uploadPicture(resident)
  await expect(
    claimFiles(portal.db, { area: 'admin', id: resident.id }, { kind: 'ticket', id: 14 }, [key], 'images'),
  ).rejects.toMatchObject(FOREIGN_FILE_ERROR)
})

test('one of twenty simultaneous claims of a file succeeds', async () => {
  const keys = [await uploadPicture(resident), await uploadPicture(resident)]
  const claims = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => claimPictures(resident, 100 + n, n % 2 ? keys : keys.toReversed())),
  )
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [first, second] = await Promise.all(keys.map(findOwner))
  expect(first).toEqual(second)
})

test('a record can release only its own files', async () => {
  const [ownKey, otherKey] = [await uploadPicture(resident), await uploadPicture(resident)]
  await claimPictures(resident, 20, [ownKey])
  await claimPictures(resident, 21, [otherKey])
  await releaseFiles(portal.db, { kind: 'ticket', id: 20 }, [ownKey, otherKey])
  expect([await findOwner(ownKey), await findOwner(otherKey)]).toEqual([
    { owner_kind: null, owner_id: null },
    { owner_kind: 'ticket', owner_id: 21 },
  ])
})

test('a file opens for its uploader until a record claims it, then for readers of the record', async () => {
  const key = await uploadPicture(resident)
  expect((await resident.requestLink(key)).status).toBe(200)
  expect((await otherResident.requestLink(key)).status).toBe(404)
  expect((await admin.requestLink(key)).status).toBe(404)
  await claimFiles(portal.db, resident, { kind: 'tenant', id: otherResident.id }, [key], 'images')
  expect((await resident.requestLink(key)).status).toBe(404)
  expect((await otherResident.requestLink(key)).status).toBe(200)
  const { status, url } = await admin.requestLink(key)
  expect(status).toBe(200)
  expect((await fetch(portal.address + (url ?? ''))).status).toBe(200)
})

test('a file of a kind without a reader opens for nobody', async () => {
  const key = await uploadPicture(resident)
  await claimFiles(portal.db, resident, { kind: '__proto__', id: 1 }, [key], 'images')
  expect((await resident.requestLink(key)).status).toBe(404)
})

test('invalid and unknown keys and missing sessions get no link', async () => {
  for (const name of ['', 'images', '../../etc/passwd', `images/x-${'0'.repeat(32)}.png`, 'x'.repeat(3000)])
    expect((await resident.requestLink(name)).status).toBe(404)
  expect((await fetch(`${portal.address}/api/file?name=x`)).status).toBe(401)
  expect(
    (await fetch(`${portal.address}/api/file`, { headers: { authorization: `Bearer ${resident.token}` } }))
      .status,
  ).toBe(400)
})
