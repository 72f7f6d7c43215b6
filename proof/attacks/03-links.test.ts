import { describe, expect, test } from 'vitest'
import { fileReaders } from '@tahanan/server/boot/file-readers.ts'
import { getSharedSecret } from '@tahanan/server/platform/db/get-shared-secret.ts'
import { createLinkSigner } from '@tahanan/server/platform/files/file-links.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'
import { RECORD_RULES } from '@tahanan/server/testing/record-rules.ts'
import { createCommunity } from './community.ts'

/**
 * Tests attack 3 of docs/attacks.yaml: a user opens files of others by path or name, or with an expired or
 * changed link.
 */
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const community = await createCommunity(portal)

const fetchFileLink = (caller: Pick<LoggedInCaller, 'get'>, key: string) =>
  caller.get<{ url: string }>(`/file?name=${encodeURIComponent(key)}`)
const fetchStatus = async (url: string) => (await portal.app.inject(url)).statusCode

const OFFICE_FILES = ['CSV of an import', 'file of an internal note']
/** Files that belong to settings. Super-administrators may open these too, but no other files. */
const SETTINGS_FILES = ['QR of a bank account', 'amenity']
const FILE_KINDS = [
  'picture of a report',
  'identity card of a visitor',
  'deposit slip',
  'certificate of tax withheld',
  'QR of a bank account',
  'statement',
  'picture of a post',
  'picture of a tenant',
  'file of a message',
  ...OFFICE_FILES,
  ...Object.values(RECORD_RULES).map(({ recordPath }) => recordPath),
]

test('every kind of file that a record can own is tested here', async () => {
  const ownedFiles = await portal.db.selectFrom('files').select('owner_kind').distinct().execute()
  const testedKinds = new Set(ownedFiles.map(({ owner_kind }) => owner_kind))
  // Files that everybody may read. `server/features/settings/change-terms.test.ts` and
  // `server/features/privacy-notice/privacy-notice.test.ts` test them.
  const kindsTestedElsewhere = ['terms', 'privacyNotice']
  for (const kind of Object.keys(fileReaders))
    expect(testedKinds.has(kind) || kindsTestedElsewhere.includes(kind), kind).toBe(true)
  expect(community.files.map(({ what }) => what).toSorted()).toEqual(FILE_KINDS.toSorted())
})

describe.each(FILE_KINDS)('%s', (fileKind) => {
  const getFileOfKind = () => {
    const matchingFile = community.files.find((communityFile) => communityFile.what === fileKind)
    if (!matchingFile) throw new Error(`no ${fileKind}`)
    return matchingFile
  }

  test('only allowed readers get a link by its name, and its path opens for nobody', async () => {
    const { key, isForResidents, flag } = getFileOfKind()
    const { owner, neighbour, office, superAdmin } = community
    const [page, name] = flag
    const allowedAdministrator = await portal.as('admin', { roles: { [page]: ['view', name] } })
    const guard = await portal.as('admin', { roles: { gatepass: ['view'] } })
    const statusByCaller = {
      office: (await fetchFileLink(office, key)).status,
      allowed: (await fetchFileLink(allowedAdministrator, key)).status,
      owner: (await fetchFileLink(owner, key)).status,
      neighbour: (await fetchFileLink(neighbour, key)).status,
      guard: (await fetchFileLink(guard, key)).status,
      superAdmin: (await fetchFileLink(superAdmin, key)).status,
      nobody: (await fetchFileLink(portal.nobody, key)).status,
    }
    expect(statusByCaller).toEqual({
      office: 200,
      allowed: 200,
      owner: OFFICE_FILES.includes(fileKind) ? 404 : 200,
      neighbour: isForResidents ? 200 : 404,
      guard: 404,
      superAdmin: SETTINGS_FILES.includes(fileKind) ? 200 : 404,
      nobody: 401,
    })
    // The last two paths answer 404, because names of files are lower case and only images have smaller
    // sizes.
    for (const [path, status] of [
      [key, 403],
      [encodeURIComponent(key), 403],
      [`./${key}`, 403],
      [`x/../${key}`, 403],
      [key.toUpperCase(), 404],
      [`${key}?size=thumb`, /\.(png|jpg|webp)$/.test(key) ? 403 : 404],
    ] as const)
      expect([path, await fetchStatus(`/files/${path}`)]).toEqual([path, status])
  })

  test('a link opens it; an altered link, or one of another file, does not', async () => {
    const { key } = getFileOfKind()
    const { url } = (await fetchFileLink(community.office, key)).body
    expect(await fetchStatus(url)).toBe(200)
    const link = new URL(url, 'http://portal')
    const alterLink = (change: (link: URL) => void) => {
      const changedLink = new URL(link)
      change(changedLink)
      return changedLink.pathname + changedLink.search
    }
    const otherFiles = community.files.filter((communityFile) => communityFile.key !== key)
    const signature = link.searchParams.get('signature') ?? ''
    const forgedLinks = [
      ...otherFiles.map(({ key: otherKey }) => alterLink((to) => (to.pathname = `/files/${otherKey}`))),
      alterLink((to) => to.searchParams.set('expires', String(Number(to.searchParams.get('expires')) + 60))),
      alterLink((to) => to.searchParams.set('expires', '999999999999')),
      alterLink((to) => to.searchParams.delete('expires')),
      alterLink((to) => to.searchParams.delete('signature')),
      alterLink((to) => to.searchParams.set('signature', signature.slice(0, -1))),
      alterLink((to) =>
        to.searchParams.set('signature', `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`),
      ),
      alterLink((to) => to.searchParams.set('signature', '')),
    ]
    for (const forgedLink of forgedLinks)
      expect([forgedLink, await fetchStatus(forgedLink)]).toEqual([forgedLink, 403])
  })

  test('a link expires after five minutes', async () => {
    const secret = await getSharedSecret(portal.db, 'fileLinks')
    const createLink = (seconds: number) =>
      createLinkSigner(secret, () => Date.now() - seconds * 1000).link(getFileOfKind().key).src
    // The server rounds the link's time down to a full minute, so a link may expire up to a minute early.
    expect(await fetchStatus(createLink(200))).toBe(200)
    expect(await fetchStatus(createLink(301))).toBe(403)
    expect(await fetchStatus(createLink(86_400))).toBe(403)
    // The server never creates links that are valid for so long. It refuses them although the signature is
    // correct, so that a stolen signing key cannot create long-lived links.
    expect(await fetchStatus(createLink(-120))).toBe(403)
    expect(await fetchStatus(createLink(-365 * 86_400))).toBe(403)
  })
})
