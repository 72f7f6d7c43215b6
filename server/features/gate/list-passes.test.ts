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
const office = await portal.as('admin', { name: 'Liza Villanueva' })
const logInAtGate = async () => {
  const session = await portal.logIn('admin', guard.account)
  return { ...session, ...(await enrolTestDevice(db, session)) }
}

const saveRemark = async (id: number, remarks: string) =>
  expect((await office.put(`/permit/${id}`, { remarks })).status).toBe(200)

describe('at several gates at once', () => {
  test('a pass of one lets one in', async () => {
    const pass = await createApprovedPass(portal)
    const gates = await Promise.all(Array.from({ length: 6 }, logInAtGate))
    const answers = await Promise.all(
      gates.map((gate) => sendGateEntries(gate, createEntryBody(pass.code, 'in'))),
    )
    const outcomes = answers.map(([only]) => only?.outcome)
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(5)
    expect(await findPassRow(db, pass.id)).toMatchObject({ entered: 1, left: 0 })
  })

  test('a pass of a walk-in, which has no ticket to lock, lets one in', async () => {
    const resident = await portal.as('client')
    const doorman = await portal.as('admin', { roles: { gate: ['register'] } })
    const walkIn = (await registerWalkIn(doorman, resident.id)).body
    await answerWalkIn(resident, walkIn, 'allow')
    const passes = db.selectFrom('gate_passes').select(['id', 'code']).where('walk_in_id', '=', walkIn.id)
    const pass = await passes.executeTakeFirstOrThrow()
    const answers = await callDuring(
      db,
      (tx) => tx.selectFrom('gate_passes').select('id').where('id', '=', pass.id).forUpdate().execute(),
      [guard, office].map((who) => () => sendGateEntries(who, createEntryBody(pass.code, 'in'))),
    )
    expect(
      answers
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
    const work = passes.flatMap((pass, n) => [
      sendGateEntries(
        guard,
        createEntryBody(pass.code, 'in'),
        createEntryBody(passes[(n + 1) % 4]!.code, 'out'),
      ),
      sendGateEntries(office, createEntryBody(passes[3 - n]!.code, 'in'), createEntryBody(pass.code, 'out')),
      saveRemark(pass.ticketId, `Seen ${n}`),
    ])
    await Promise.all(work)
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
    const before = await loadCounts()
    for (const words of ['1907', 'abrenica wilhel', pass.number, pass.code])
      expect(await listPassesOfGate(`list=expected&search=${encodeURIComponent(words)}`)).toEqual([pass.id])
    expect(await listPassesOfGate('list=inside&search=abrenica')).toEqual([])
    await sendGateEntries(guard, createEntryBody(pass.code, 'in'))
    expect(await listPassesOfGate('list=expected&search=abrenica')).toEqual([])
    expect(await listPassesOfGate('list=inside&search=abrenica')).toEqual([pass.id])
    expect(await listPassesOfGate('search=abrenica')).toEqual([pass.id])
    expect(await loadCounts()).toMatchObject({ expected: before.expected - 1, inside: before.inside + 1 })
    await db
      .updateTable('gate_passes')
      .set({ valid_to: new Date(Date.now() - 1000) })
      .where('id', '=', pass.id)
      .execute()
    expect((await listPassesOfGate('list=inside'))[0]).toBe(pass.id)
    expect((await loadCounts()).overstay).toBe(before.overstay + 1)
    const [left] = await sendGateEntries(guard, createEntryBody(pass.code, 'out'))
    expect([left?.outcome, left?.mark]).toEqual(['marked', 'hours'])
    expect(await listPassesOfGate('list=left&search=abrenica')).toEqual([pass.id])
  })

  test('of a device are read by an enrolled one alone, and without passes while nothing changed', async () => {
    const pass = await createApprovedPass(portal)
    expect((await office.get('/gate-list')).status).toBe(403)
    const gate = await logInAtGate()
    const first = (await gate.get<GateList>('/gate-list')).body
    expect(first.passes.map(({ code }) => code)).toContain(pass.code)
    const again = (await gate.get<GateList>(`/gate-list?version=${first.version}`)).body
    expect([again.unchanged, again.passes]).toEqual([true, []])
    await sendGateEntries(gate, createEntryBody(pass.code, 'in'))
    const changedList = (await gate.get<GateList>(`/gate-list?version=${first.version}`)).body
    expect(changedList.passes.find(({ id }) => id === pass.id)).toMatchObject({ entered: 1 })
  })

  test('of devices that ask together have each entry that was answered before', async () => {
    const pass = await createApprovedPass(portal)
    const gate = await logInAtGate()
    const loadEnteredCount = async () =>
      (await gate.get<GateList>('/gate-list')).body.passes.find(({ id }) => id === pass.id)?.entered
    const earlier = Array.from({ length: 5 }, loadEnteredCount)
    await sendGateEntries(gate, createEntryBody(pass.code, 'in'))
    expect(await Promise.all(Array.from({ length: 5 }, loadEnteredCount))).toEqual(Array(5).fill(1))
    await Promise.all(earlier)
  })

  test('reach the gates live when a pass ends', async () => {
    const pass = await createApprovedPass(portal)
    await portal.takeDeliveries()
    await sendGateEntries(guard, createEntryBody(pass.code, 'in'))
    const heard = (await portal.takeDeliveries()).filter((told) => 'event' in told && told.event === 'gate')
    expect(heard).toContainEqual({ room: `admin.${guard.id}`, event: 'gate', data: { id: pass.id } })
  })
})
