import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channels } from '@tahanan/contract/channels.ts'
import { setRoles, TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { callerAt } from './caller.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { openDevice } from './device.ts'
import { aGatePass, type TicketRow } from './gate-pass.ts'
import { openList } from './live-list.ts'
import { until } from './until.ts'

const named = (data: unknown, name: string): boolean => JSON.stringify(data).includes(name)

interface Seen {
  tenantId: number
  online: boolean
}

describe('two nodes with Redis', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await openCluster()
  })
  afterAll(() => cluster?.close())

  test('a ticket filed at one node appears at the office’s other node, and back, with the counts of the bells', async () => {
    const { one, two } = cluster
    const [resident, admin] = [await cluster.resident(), await cluster.admin()]
    const [phone, desk] = [await resident.device(one), await admin.device(two)]

    const filed = await resident.over(one).post<TicketRow>('/ticket', aGatePass('Crosses over'))
    expect(filed.status).toBe(201)
    const atDesk = await desk.hears<TicketRow>(channels.adminTickets('tickets', admin.id))
    expect(atDesk).toMatchObject({ id: filed.body.id, bearerName: 'Crosses over', status: 1 })
    await desk.hears(channels.adminNotifications(admin.id))
    for (const url of [one, two])
      expect((await admin.over(url).get(`/admin-notif-count/${admin.id}`)).body).toEqual({ count: 1 })

    const approved = await admin.over(two).put(`/ticket/${filed.body.id}`, { status: 2 })
    expect(approved.status).toBe(200)
    await phone.hears<TicketRow>(
      channels.clientTickets('tickets', resident.id),
      ({ id, status }) => id === filed.body.id && status === 2,
    )
    const notice = await phone.hears<{ id: number }>(channels.clientNotifications(resident.id))
    for (const url of [one, two])
      expect((await resident.over(url).get(`/client-notif-count/${resident.id}`)).body).toEqual({ count: 1 })
    await resident.over(two).put('/client-notif-read-ids', { ids: String(notice.id) })
    expect((await resident.over(one).get(`/client-notif-count/${resident.id}`)).body).toEqual({ count: 0 })
  })

  test('of changes made at both nodes by turns a list at each node shows the newest state, and never goes back', async () => {
    const { one, two } = cluster
    const [resident, admin] = [await cluster.resident(), await cluster.admin()]
    const { body } = await resident.over(one).post<TicketRow>('/ticket', aGatePass())
    const lists = [await openList(admin, one), await openList(admin, two)]
    await until('both lists are fetched', () => lists.every((list) => list.isCurrent()))
    const shown = lists.map((): number[] => [])
    const look = (): void => {
      for (const [n, list] of lists.entries()) {
        const row = list.rows().find(({ id }) => id === body.id)
        shown[n]?.push(Number(/turn (\d+)/.exec(JSON.stringify(row))?.[1] ?? 0))
      }
    }
    for (let n = 1; n <= 300; n++) {
      const { status } = await admin
        .over(n % 2 ? one : two)
        .put(`/ticket/${body.id}`, { remarks: `turn ${n}` })
      expect(status).toBe(200)
      look()
    }
    await until('both lists show the newest', () => {
      look()
      return shown.every((turns) => turns.at(-1) === 300)
    })
    for (const turns of shown) expect(turns).toEqual(turns.toSorted((a, b) => a - b))
    for (const list of lists) list.close()
  })

  test('a permission that is taken at one node is gone at the other, for calls and for events', async () => {
    const { one, two } = cluster
    const [resident, admin, witness] = [
      await cluster.resident(),
      await cluster.admin(),
      await cluster.admin(),
    ]
    const [desk, other] = [await admin.device(two), await witness.device(two)]
    const superAdmin = await cluster.superAdmin()
    expect((await admin.over(two).get('/tickets')).status).toBe(200)
    await setRoles(cluster.database.db, admin.id, { reports: ['view'] })
    expect((await admin.over(two).get('/tickets')).status).toBe(403)
    const filed = await resident.over(one).post<TicketRow>('/ticket', aGatePass())
    await other.hears<TicketRow>(
      channels.adminTickets('tickets', witness.id),
      ({ id }) => id === filed.body.id,
    )
    // its account's room is told after the ticket: an event of the ticket would have arrived by now
    await superAdmin.over(one).put(`/user-admin/${admin.id}`, { firstName: 'Renamed' })
    await desk.hears(channels.account)
    expect(desk.heard.map(({ event }) => event)).not.toContain(channels.adminTickets('tickets', admin.id))
  })

  test('settings changed at one node hold at the other from the next call on, and its pages are told', async () => {
    const { one, two } = cluster
    const [superAdmin, resident] = [await cluster.superAdmin(), await cluster.resident()]
    const [page, visitor] = [await resident.device(two), await resident.device(one)]
    for (const [url, name] of [
      [one, 'Named at one'],
      [two, 'Named at two'],
    ] as const) {
      const changed = await superAdmin
        .over(url)
        .post('/website-settings', { settings: [{ name: 'websiteName', value: name }] })
      expect(changed.status).toBe(200)
      for (const at of [one, two]) {
        const { body } = await callerAt(at).get('/public-website-settings')
        expect(named(body, name)).toBe(true)
      }
      for (const device of [page, visitor])
        await device.hears(channels.publicSettings, (data) => named(data, name))
    }
  })

  test('a login at one node is valid at the other; a logout there ends it everywhere, calls and sockets', async () => {
    const { one, two } = cluster
    const account = await cluster.resident()
    const login = await callerAt(one).post<{ token: string }>('/login', {
      clientCode: account.clientCode,
      password: TEST_PASSWORD,
    })
    expect(login.status).toBe(200)
    const session = callerAt(two, login.body.token)
    expect((await session.get('/me')).body).toMatchObject({ area: 'client', id: account.id })
    const devices = [await openDevice(one, login.body.token), await openDevice(two, login.body.token)]
    const bystander = await account.device(one)

    expect((await session.post('/logout')).status).toBe(200)
    for (const url of [one, two]) expect((await session.over(url).get('/me')).status).toBe(401)
    for (const device of devices) {
      await device.hears(channels.sessionEnded)
      await expect.poll(() => device.endings, { timeout: 10_000 }).toEqual(['io server disconnect'])
    }
    for (const url of [one, two])
      await expect(openDevice(url, login.body.token)).rejects.toMatchObject({ data: { code: 'noSession' } })
    // the account's other session goes on
    expect(bystander.socket.connected).toBe(true)
    expect((await account.over(two).get('/me')).status).toBe(200)
  })

  test('a password changed at one node ends the account’s other sessions at both', async () => {
    const { one, two } = cluster
    const resident = await cluster.resident()
    const devices = [await resident.device(one), await resident.device(two)]
    const { body } = await callerAt(one).post<{ token: string }>('/login', {
      clientCode: resident.clientCode,
      password: TEST_PASSWORD,
    })
    const calling = callerAt(one, body.token)
    const changed = await calling.put('/change-password', {
      oldPassword: TEST_PASSWORD,
      newPassword: 'another-password-1',
      reNewPassword: 'another-password-1',
    })
    expect(changed.status).toBe(200)
    for (const url of [one, two]) expect((await resident.over(url).get('/me')).status).toBe(401)
    for (const device of devices) await device.hears(channels.sessionEnded)
    expect((await calling.over(two).get('/me')).status).toBe(200)
  })

  test('a resident at two nodes is there until both pages are closed', async () => {
    const { one, two } = cluster
    const [resident, admin] = [await cluster.resident(), await cluster.admin()]
    const monitor = await admin.device(two)
    const [first, second] = [await resident.device(one), await resident.device(two)]
    const seen = (online: boolean) => (data: Seen) => data.tenantId === resident.id && data.online === online
    await monitor.hears(channels.loggedIn, seen(true))
    first.close()
    const places = async () =>
      (
        await cluster.database.db
          .selectFrom('live_tenants')
          .select('process')
          .where('tenant_id', '=', resident.id)
          .execute()
      ).length
    await expect.poll(places, { timeout: 20_000 }).toBe(1)
    second.close()
    await monitor.hears(channels.loggedIn, seen(false))
    expect(await places()).toBe(0)
    const told = monitor.heard
      .filter(({ event }) => event === channels.loggedIn)
      .map(({ data }) => data as unknown as Seen)
    expect(told.filter(({ tenantId, online }) => tenantId === resident.id && !online)).toHaveLength(1)
  })

  test('maintenance that begins at one node keeps both closed, and ends the sessions and sockets of both', async () => {
    const { one, two } = cluster
    const [superAdmin, resident, admin] = [
      await cluster.superAdmin(),
      await cluster.resident(),
      await cluster.admin(),
    ]
    const pages = [
      await resident.device(one),
      await resident.device(two),
      await admin.device(one),
      await admin.device(two),
    ]
    const own = await superAdmin.device(two)
    // A socket's session is looked up again once it is in its rooms; these calls are behind those of the pages.
    for (const url of [one, two])
      for (const who of [resident, admin]) expect((await who.over(url).get('/me')).status).toBe(200)
    const turn = (value: string) =>
      superAdmin.over(one).post('/website-settings', { settings: [{ name: 'isUnderMaintenance', value }] })
    expect((await turn('1')).status).toBe(200)
    for (const url of [one, two])
      for (const who of [resident, admin]) expect((await who.over(url).get('/me')).status).toBe(503)
    for (const page of pages) {
      await page.hears(channels.publicSettings, (data) =>
        JSON.stringify(data).includes('"isUnderMaintenance","value":"1"'),
      )
      await expect.poll(() => page.endings, { timeout: 10_000 }).toEqual(['io server disconnect'])
    }
    expect(own.socket.connected).toBe(true)
    expect((await turn('0')).status).toBe(200)
    for (const url of [one, two])
      for (const who of [resident, admin]) expect((await who.over(url).get('/me')).status).toBe(401)
    expect((await superAdmin.over(two).get('/me')).status).toBe(200)
  })
})

// the control: the events above come through Redis
describe('two nodes without Redis', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await openCluster({ withRedis: false })
  })
  afterAll(() => cluster?.close())

  test('hear only what their own relay sends: of every ticket exactly one of them', async () => {
    const { one, two } = cluster
    const [resident, admin] = [await cluster.resident(), await cluster.admin()]
    const desks = [await admin.device(one), await admin.device(two)]
    const name = channels.adminTickets('tickets', admin.id)
    const heard = () => desks.map((desk) => desk.heard.filter(({ event }) => event === name).length)
    for (let n = 0; n < 10; n++) {
      await resident.over(one).post('/ticket', aGatePass())
      await expect.poll(() => heard().reduce((sum, many) => sum + many), { timeout: 10_000 }).toBe(n + 1)
    }
  })
})
