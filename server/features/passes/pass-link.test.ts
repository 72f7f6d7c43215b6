import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hashToken } from '#features/sessions/sessions.ts'
import { addFailures } from '#features/sessions/testing.ts'
import { createTestTicket } from '#features/tickets/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { PublicPass, Pass } from '@tahanan/contract/gate/answers.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db, services } = portal
const timeZone = services.config.communityTimeZone
const admin = await portal.as('admin')
const resident = await portal.as('client')

async function createApprovedVisit(): Promise<number> {
  const { id } = await createTestTicket(resident, 'visitor')
  expect((await admin.put(`/visitor/${id}`, { status: 2 })).status).toBe(200)
  return id
}
const getPass = async (id: number) => (await resident.get<Pass>(`/pass/${id}`)).body
const getToken = ({ link }: Pass) => link.split('#')[1] ?? ''
const openLink = (token: string, address = '198.51.100.1') =>
  portal.from(address).post<PublicPass>('/pass-view', { token })

describe('the link', () => {
  test('shows the pass, and nothing of the resident or the visitor', async () => {
    const id = await createApprovedVisit()
    const pass = await getPass(id)
    const { status, body } = await openLink(getToken(pass))
    expect([status, body]).toEqual([
      200,
      {
        community: 'Tahanan',
        kind: 'Visitor pass',
        code: pass.code,
        qr: pass.qr,
        from: pass.from,
        to: pass.to,
        dayFrom: null,
        dayTo: null,
        timeZone,
        howToGetIn: pass.howToGetIn,
        ended: false,
      },
    ])
    const storedPasses = await db
      .selectFrom('gate_passes')
      .select('token_hash')
      .where('code', '=', pass.code)
      .execute()
    expect(storedPasses).toEqual([{ token_hash: hashToken(getToken(pass)) }])
  })

  test('says that the pass has ended, without its code', async () => {
    const id = await createApprovedVisit()
    const token = getToken(await getPass(id))
    await resident.delete(`/pass/${id}`)
    expect((await openLink(token)).body).toMatchObject({ ended: true, code: '', qr: null })
    const lateVisitId = await createApprovedVisit()
    const lateToken = getToken(await getPass(lateVisitId))
    const passUpdate = db.updateTable('gate_passes').where('ticket_id', '=', lateVisitId)
    await passUpdate.set({ valid_to: new Date(Date.now() - 1000) }).execute()
    expect((await openLink(lateToken)).body).toMatchObject({ ended: true, code: '', qr: null })
  })

  test('is refused if it is wrong, after 200 wrong ones from an address with 429; a right one opens', async () => {
    const token = getToken(await getPass(await createApprovedVisit()))
    const wrongTokens = ['', token.slice(1), `${token}A`, 'x'.repeat(100), token.toUpperCase()]
    for (const wrongToken of wrongTokens) expect((await openLink(wrongToken, '203.0.113.9')).status).toBe(404)
    expect((await openLink('x'.repeat(101), '203.0.113.9')).status).toBe(400)
    await addFailures(db, 'link 203.0.113.9', 195)
    const refusedAnswer = await openLink('guess', '203.0.113.9')
    expect([refusedAnswer.status, 'retry-after' in refusedAnswer.headers]).toEqual([429, true])
    expect((await openLink(token, '203.0.113.9')).status).toBe(200)
  })

  test('is another one after a restore, and the pass is found by it', async () => {
    const id = await createApprovedVisit()
    const passBefore = await getPass(id)
    await sql`update secrets set value = sha256(value) where name = 'gatePasses'`.execute(db)
    const passAfter = await getPass(id)
    expect(passAfter.link).not.toBe(passBefore.link)
    expect((await openLink(getToken(passAfter))).status).toBe(200)
    expect((await openLink(getToken(passBefore))).status).toBe(404)
    expect((await openLink(getToken(await getPass(await createApprovedVisit())))).status).toBe(200)
  })
})
