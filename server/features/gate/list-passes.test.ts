import { describe, expect, test } from 'vitest'
import { callDuring } from '#testing/call-during.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { GateCounts, GateList, GatePass } from '@tahanan/contract/gate/answers.ts'
import {
  createApprovedPass,
  enrolTestDevice,
  createEntryBody,
  GUARD_ROLES,
  findPassRow,
  sendGateEntries,
} from './testing.ts'
import { answerWalkIn, registerWalkIn } from './walk-ins/testing.ts'

const portal = await openTestPortal()
const { db } = portal
const guard = await portal.as('admin', { name: 'Rodel Manlangit', roles: GUARD_ROLES })
const officeAdmin = await portal.as('admin', { name: 'Liza Villanueva' })
const logInAtGate = async () => {
  const session = await portal.logIn('admin', guard.account)
  return { ...session, ...(await enrolTestDevice(db, session)) }
}

const saveRemark = async (id: number, remarks: string) =>
  expect((await officeAdmin.put(`/permit/${id}`, { remarks })).status).toBe(200)

describe('at several gates at once', () => {
  test('a pass of one lets one in', async () => {
    const pass = await createApprovedPass(portal)
    const gateSessions = await Promise.all(Array.from({ length: 6 }, logInAtGate))
    const entryResults = await Promise.all(
      gateSessions.map((gate) => sendGateEntries(gate, createEntryBody(pass.code, 'in'))),
    )
    const outcomes = entryResults.map(([result]) => result?.outcome)
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(5)
    expect(await findPassRow(db, pass.id)).toMatchObject({ entered: 1, left: 0 })
  })

  test('a pass of a walk-in, which has no ticket to lock, lets one in', async () => {
    const resident = await portal.as('client')
    const doorman = await portal.as('admin', { roles: { gate: ['register'] } })
    const walkIn = (await registerWalkIn(doorman, resident.id)).body
    await answerWalkIn(resident, walkIn, 'allow')
    const walkInPassQuery = db
      .selectFrom('gate_passes')
      .select(['id', 'code'])
      .where('walk_in_id', '=', walkIn.id)
    const pass = await walkInPassQuery.executeTakeFirstOrThrow()
    const entryResponses = await callDuring(
      db,
      (tx) => tx.selectFrom('gate_passes').select('id').where('id', '=', pass.id).forUpdate().execute(),
      [guard, officeAdmin].map((caller) => () => sendGateEntries(caller, createEntryBody(pass.code, 'in'))),
    )
    expect(
      entryResponses
        .flat()
        .map(({ outcome }) => outcome)
        .toSorted(),
    ).toEqual(['refused', 'written'])
    expect(await findPassRow(db, pass.id)).toMatchObject({ entered: 1, left: 0 })
  })

  test('entries and changes of the office of the same tickets end without a deadlock', async () => {
    const passes = await Promise.all(
      Array.from({ length: 4 }, () => createApprovedPass(portal, { module: 'workPermit' })),
    )
    const simultaneousChanges = passes.flatMap((pass, n) => [
      sendGateEntries(
        guard,
        createEntryBody(pass.code, 'in'),
        createEntryBody(passes[(n + 1) % 4]!.code, 'out'),
      ),
      sendGateEntries(
        officeAdmin,
        createEntryBody(passes[3 - n]!.code, 'in'),
        createEntryBody(pass.code, 'out'),
      ),
      saveRemark(pass.ticketId, `Seen ${n}`),
    ])
    await Promise.all(simultaneousChanges)
    for (const pass of passes) {
      const { entered, left } = await findPassRow(db, pass.id)
      expect(left <= entered && entered <= 2).toBe(true)
    }
  })
})

describe('the lists', () => {
  test('are of today, inside and left, searched by unit, name and number, with their numbers', async () => {
    const resident = await portal.as('client', { unitNumber: 'Tower Z 1907' })
    const pass = await createApprovedPass(portal, { resident, visitorsName: 'Wilhelmina Abrenica' })
    const listPassesOfGate = async (query: string) =>
      (await guard.get<ListOf<GatePass>>(`/gate-passes?${query}`)).body.data.map(({ id }) => id)
    const loadCounts = async () => (await guard.get<GateCounts>('/gate-counts')).body
    const listCounts = await loadCounts()
    for (const searchTerm of ['1907', 'abrenica wilhel', pass.number, pass.code])
      expect(await listPassesOfGate(`list=expected&search=${encodeURIComponent(searchTerm)}`)).toEqual([
        pass.id,
      ])
    expect(await listPassesOfGate('list=inside&search=abrenica')).toEqual([])
    await sendGateEntries(guard, createEntryBody(pass.code, 'in'))
    expect(await listPassesOfGate('list=expected&search=abrenica')).toEqual([])
    expect(await listPassesOfGate('list=inside&search=abrenica')).toEqual([pass.id])
    expect(await listPassesOfGate('search=abrenica')).toEqual([pass.id])
    expect(await loadCounts()).toMatchObject({
      expected: listCounts.expected - 1,
      inside: listCounts.inside + 1,
    })
    await db
      .updateTable('gate_passes')
      .set({ valid_to: new Date(Date.now() - 1000) })
      .where('id', '=', pass.id)
      .execute()
    expect((await listPassesOfGate('list=inside'))[0]).toBe(pass.id)
    expect((await loadCounts()).overstay).toBe(listCounts.overstay + 1)
    const [exitResult] = await sendGateEntries(guard, createEntryBody(pass.code, 'out'))
    expect([exitResult?.outcome, exitResult?.mark]).toEqual(['marked', 'hours'])
    expect(await listPassesOfGate('list=left&search=abrenica')).toEqual([pass.id])
  })

  test('of a device are read by an enrolled one alone, and without passes while nothing changed', async () => {
    const pass = await createApprovedPass(portal)
    expect((await officeAdmin.get('/gate-list')).status).toBe(403)
    const gateSession = await logInAtGate()
    const firstList = (await gateSession.get<GateList>('/gate-list')).body
    expect(firstList.passes.map(({ code }) => code)).toContain(pass.code)
    const unchangedList = (await gateSession.get<GateList>(`/gate-list?version=${firstList.version}`)).body
    expect([unchangedList.unchanged, unchangedList.passes]).toEqual([true, []])
    await sendGateEntries(gateSession, createEntryBody(pass.code, 'in'))
    const changedList = (await gateSession.get<GateList>(`/gate-list?version=${firstList.version}`)).body
    expect(changedList.passes.find(({ id }) => id === pass.id)).toMatchObject({ entered: 1 })
  })

  test('of devices that ask together have each entry that was answered before', async () => {
    const pass = await createApprovedPass(portal)
    const gateSession = await logInAtGate()
    const loadEnteredCount = async () =>
      (await gateSession.get<GateList>('/gate-list')).body.passes.find(({ id }) => id === pass.id)?.entered
    const earlierRequests = Array.from({ length: 5 }, loadEnteredCount)
    await sendGateEntries(gateSession, createEntryBody(pass.code, 'in'))
    expect(await Promise.all(Array.from({ length: 5 }, loadEnteredCount))).toEqual(Array(5).fill(1))
    await Promise.all(earlierRequests)
  })

  test('reach the gates live when a pass ends', async () => {
    const pass = await createApprovedPass(portal)
    await portal.drainEvents()
    await sendGateEntries(guard, createEntryBody(pass.code, 'in'))
    const gateEvents = (await portal.drainEvents()).filter(
      (delivery) => 'event' in delivery && delivery.event === 'gate',
    )
    expect(gateEvents).toContainEqual({ room: `admin.${guard.id}`, event: 'gate', data: { id: pass.id } })
  })
})
