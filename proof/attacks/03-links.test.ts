import { describe, expect, test } from 'vitest'
import { fileReaders } from '@tahanan/server/boot/file-readers.ts'
import { getSharedSecret } from '@tahanan/server/platform/db/get-shared-secret.ts'
import { createLinkSigner } from '@tahanan/server/platform/files/file-links.ts'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'
import { RECORD_RULES } from '@tahanan/server/testing/record-rules.ts'
import { makeCommunity } from './community.ts'

/**
 * Attack 3: opening files of others by their path, by their name, or by an expired or altered link. Tests
 * every kind of file.
 */
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const community = await makeCommunity(portal)

const ask = (who: Pick<LoggedIn, 'get'>, key: string) =>
  who.get<{ url: string }>(`/file?name=${encodeURIComponent(key)}`)
const open = async (url: string) => (await portal.app.inject(url)).statusCode

const OFFICE_FILES = ['CSV of an import', 'file of an internal note']
/** Kinds of files that belong to settings. Super-administrators may open them too. */
const SETTINGS_FILES = ['QR of a bank account', 'amenity']
const KINDS = [
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
  ...Object.values(RECORD_RULES).map(({ one }) => one),
]

test('every kind of file that a record can own is tested here', async () => {
  const owned = await portal.db.selectFrom('files').select('owner_kind').distinct().execute()
  const tried = new Set(owned.map(({ owner_kind }) => owner_kind))
  // These pictures are public. They are tested in `server/features/settings/terms.test.ts` and
  // `server/features/privacy-notice/privacy-notice.test.ts`.
  const elsewhere = ['terms', 'privacyNotice']
  for (const kind of Object.keys(fileReaders))
    expect(tried.has(kind) || elsewhere.includes(kind), kind).toBe(true)
  expect(community.files.map(({ what }) => what).toSorted()).toEqual(KINDS.toSorted())
})

describe.each(KINDS)('%s', (what) => {
  const file = () => {
    const found = community.files.find((known) => known.what === what)
    if (!found) throw new Error(`no ${what}`)
    return found
  }

  test('only allowed readers get a link by its name, and its path opens for nobody', async () => {
    const { key, forResidents, flag } = file()
    const { owner, neighbour, office, superAdmin } = community
    const [page, name] = flag
    const allowed = await portal.as('admin', { roles: { [page]: ['view', name] } })
    const guard = await portal.as('admin', { roles: { gatepass: ['view'] } })
    const statuses = {
      office: (await ask(office, key)).status,
      allowed: (await ask(allowed, key)).status,
      owner: (await ask(owner, key)).status,
      neighbour: (await ask(neighbour, key)).status,
      guard: (await ask(guard, key)).status,
      superAdmin: (await ask(superAdmin, key)).status,
      nobody: (await ask(portal.nobody, key)).status,
    }
    expect(statuses).toEqual({
      office: 200,
      allowed: 200,
      owner: OFFICE_FILES.includes(what) ? 404 : 200,
      neighbour: forResidents ? 200 : 404,
      guard: 404,
      superAdmin: SETTINGS_FILES.includes(what) ? 200 : 404,
      nobody: 401,
    })
    // The last two paths answer 404, because no file has such a key: keys are lower case, and only images
    // have smaller sizes.
    for (const [path, status] of [
      [key, 403],
      [encodeURIComponent(key), 403],
      [`./${key}`, 403],
      [`x/../${key}`, 403],
      [key.toUpperCase(), 404],
      [`${key}?size=thumb`, /\.(png|jpg|webp)$/.test(key) ? 403 : 404],
    ] as const)
      expect([path, await open(`/files/${path}`)]).toEqual([path, status])
  })

  test('a link opens it; an altered link, or one of another file, does not', async () => {
    const { key } = file()
    const { url } = (await ask(community.office, key)).body
    expect(await open(url)).toBe(200)
    const link = new URL(url, 'http://portal')
    const alterLink = (change: (link: URL) => void) => {
      const other = new URL(link)
      change(other)
      return other.pathname + other.search
    }
    const others = community.files.filter((known) => known.key !== key)
    const signature = link.searchParams.get('signature') ?? ''
    const links = [
      ...others.map(({ key: other }) => alterLink((to) => (to.pathname = `/files/${other}`))),
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
    for (const wrong of links) expect([wrong, await open(wrong)]).toEqual([wrong, 403])
  })

  test('a link expires after five minutes', async () => {
    const secret = await getSharedSecret(portal.db, 'fileLinks')
    const createLink = (seconds: number) =>
      createLinkSigner(secret, () => Date.now() - seconds * 1000).link(file().key).src
    // The time of a link is rounded down to the minute, so a link expires up to a minute early.
    expect(await open(createLink(200))).toBe(200)
    expect(await open(createLink(301))).toBe(403)
    expect(await open(createLink(86_400))).toBe(403)
    // These links expire later than any link of the portal may. They are refused although their signature is
    // valid, so that a stolen signing key cannot create long-lived links.
    expect(await open(createLink(-120))).toBe(403)
    expect(await open(createLink(-365 * 86_400))).toBe(403)
  })
})
