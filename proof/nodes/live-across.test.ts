import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { setRoles, TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { createCaller } from './caller.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { openDevice } from './device.ts'
import { createGatePassBody, type TicketRow } from './gate-pass.ts'
import { openList } from './live-list.ts'
import { waitUntil } from './until.ts'

const includesName = (data: unknown, name: string): boolean => JSON.stringify(data).includes(name)

interface PresenceEvent {
  tenantId: number
  online: boolean
}

describe('two nodes with Redis', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await openCluster()
  })
  afterAll(() => cluster?.close())

  test('changes of a ticket and counts of notifications reach pages at the other node', async () => {
    const { one, secondNodeUrl } = cluster
    const [resident, admin] = [await cluster.resident(), await cluster.admin()]
    const [phone, adminDevice] = [await resident.device(one), await admin.device(secondNodeUrl)]

    const ticketResponse = await resident
      .withBaseUrl(one)
      .post<TicketRow>('/ticket', createGatePassBody('Crosses over'))
    expect(ticketResponse.status).toBe(201)
    const receivedTicket = await adminDevice.waitFor<TicketRow>(
      liveChannels.adminTickets('tickets', admin.id),
    )
    expect(receivedTicket).toMatchObject({
      id: ticketResponse.body.id,
      bearerName: 'Crosses over',
      status: 1,
    })
    await adminDevice.waitFor(liveChannels.adminNotifications(admin.id))
    for (const url of [one, secondNodeUrl])
      expect((await admin.withBaseUrl(url).get(`/admin-notif-count/${admin.id}`)).body).toEqual({ count: 1 })

    const approvalResponse = await admin
      .withBaseUrl(secondNodeUrl)
      .put(`/ticket/${ticketResponse.body.id}`, { status: 2 })
    expect(approvalResponse.status).toBe(200)
    await phone.waitFor<TicketRow>(
      liveChannels.clientTickets('tickets', resident.id),
      ({ id, status }) => id === ticketResponse.body.id && status === 2,
    )
    const notification = await phone.waitFor<{ id: number }>(liveChannels.clientNotifications(resident.id))
    for (const url of [one, secondNodeUrl])
      expect((await resident.withBaseUrl(url).get(`/client-notif-count/${resident.id}`)).body).toEqual({
        count: 1,
      })
    await resident.withBaseUrl(secondNodeUrl).put('/client-notif-read-ids', { ids: String(notification.id) })
    expect((await resident.withBaseUrl(one).get(`/client-notif-count/${resident.id}`)).body).toEqual({
      count: 0,
    })
  })

  test('lists at both nodes show the newest of changes made at alternating nodes, and never an older one', async () => {
    const { one, secondNodeUrl } = cluster
    const [resident, admin] = [await cluster.resident(), await cluster.admin()]
    const { body } = await resident.withBaseUrl(one).post<TicketRow>('/ticket', createGatePassBody())
    const openLists = [await openList(admin, one), await openList(admin, secondNodeUrl)]
    await waitUntil('both lists are fetched', () => openLists.every((list) => list.isCurrent()))
    const shownTurns = openLists.map((): number[] => [])
    const recordShownTurns = (): void => {
      for (const [n, list] of openLists.entries()) {
        const row = list.rows().find(({ id }) => id === body.id)
        shownTurns[n]?.push(Number(/turn (\d+)/.exec(JSON.stringify(row))?.[1] ?? 0))
      }
    }
    for (let n = 1; n <= 300; n++) {
      const { status } = await admin
        .withBaseUrl(n % 2 ? one : secondNodeUrl)
        .put(`/ticket/${body.id}`, { remarks: `turn ${n}` })
      expect(status).toBe(200)
      recordShownTurns()
    }
    await waitUntil('both lists show the newest', () => {
      recordShownTurns()
      return shownTurns.every((turns) => turns.at(-1) === 300)
    })
    for (const turns of shownTurns) expect(turns).toEqual(turns.toSorted((a, b) => a - b))
    for (const openedList of openLists) openedList.close()
  })

  test('a permission removed at one node is gone at the other, for calls and for events', async () => {
    const { one, secondNodeUrl } = cluster
    const [resident, admin, witness] = [
      await cluster.resident(),
      await cluster.admin(),
      await cluster.admin(),
    ]
    const [adminDevice, witnessDevice] = [
      await admin.device(secondNodeUrl),
      await witness.device(secondNodeUrl),
    ]
    const superAdmin = await cluster.superAdmin()
    expect((await admin.withBaseUrl(secondNodeUrl).get('/tickets')).status).toBe(200)
    await setRoles(cluster.database.db, admin.id, { reports: ['view'] })
    expect((await admin.withBaseUrl(secondNodeUrl).get('/tickets')).status).toBe(403)
    const ticketResponse = await resident.withBaseUrl(one).post<TicketRow>('/ticket', createGatePassBody())
    await witnessDevice.waitFor<TicketRow>(
      liveChannels.adminTickets('tickets', witness.id),
      ({ id }) => id === ticketResponse.body.id,
    )
    // Waits for a later event. Events arrive in order, so an event of the ticket would have arrived before
    // it.
    await superAdmin.withBaseUrl(one).put(`/user-admin/${admin.id}`, { firstName: 'Renamed' })
    await adminDevice.waitFor(liveChannels.account)
    expect(adminDevice.received.map(({ event }) => event)).not.toContain(
      liveChannels.adminTickets('tickets', admin.id),
    )
  })

  test('settings changed at one node hold at the other from the next call on, and reach its pages', async () => {
    const { one, secondNodeUrl } = cluster
    const [superAdmin, resident] = [await cluster.superAdmin(), await cluster.resident()]
    const [page, visitor] = [await resident.device(secondNodeUrl), await resident.device(one)]
    for (const [url, name] of [
      [one, 'Named at one'],
      [secondNodeUrl, 'Named at two'],
    ] as const) {
      const settingResponse = await superAdmin
        .withBaseUrl(url)
        .post('/website-settings', { settings: [{ name: 'websiteName', value: name }] })
      expect(settingResponse.status).toBe(200)
      for (const nodeUrl of [one, secondNodeUrl]) {
        const { body } = await createCaller(nodeUrl).get('/public-website-settings')
        expect(includesName(body, name)).toBe(true)
      }
      for (const device of [page, visitor])
        await device.waitFor(liveChannels.publicSettings, (data) => includesName(data, name))
    }
  })

  test('a session of one node is valid at the other; a logout ends it at both', async () => {
    const { one, secondNodeUrl } = cluster
    const account = await cluster.resident()
    const loginResponse = await createCaller(one).post<{ token: string }>('/login', {
      clientCode: account.clientCode,
      password: TEST_PASSWORD,
    })
    expect(loginResponse.status).toBe(200)
    const session = createCaller(secondNodeUrl, loginResponse.body.token)
    expect((await session.get('/me')).body).toMatchObject({ area: 'client', id: account.id })
    const devices = [
      await openDevice(one, loginResponse.body.token),
      await openDevice(secondNodeUrl, loginResponse.body.token),
    ]
    const otherDevice = await account.device(one)

    expect((await session.post('/logout')).status).toBe(200)
    for (const url of [one, secondNodeUrl])
      expect((await session.withBaseUrl(url).get('/me')).status).toBe(401)
    for (const device of devices) {
      await device.waitFor(liveChannels.sessionEnded)
      await expect.poll(() => device.disconnectReasons).toEqual(['io server disconnect'])
    }
    for (const url of [one, secondNodeUrl])
      await expect(openDevice(url, loginResponse.body.token)).rejects.toMatchObject({
        data: { code: 'noSession' },
      })
    expect(otherDevice.socket.connected).toBe(true)
    expect((await account.withBaseUrl(secondNodeUrl).get('/me')).status).toBe(200)
  })

  test('a password changed at one node ends the account’s other sessions at both', async () => {
    const { one, secondNodeUrl } = cluster
    const resident = await cluster.resident()
    const devices = [await resident.device(one), await resident.device(secondNodeUrl)]
    const { body } = await createCaller(one).post<{ token: string }>('/login', {
      clientCode: resident.clientCode,
      password: TEST_PASSWORD,
    })
    const passwordOwner = createCaller(one, body.token)
    const passwordResponse = await passwordOwner.put('/change-password', {
      oldPassword: TEST_PASSWORD,
      newPassword: 'another-password-1',
      reNewPassword: 'another-password-1',
    })
    expect(passwordResponse.status).toBe(200)
    for (const url of [one, secondNodeUrl])
      expect((await resident.withBaseUrl(url).get('/me')).status).toBe(401)
    for (const device of devices) await device.waitFor(liveChannels.sessionEnded)
    expect((await passwordOwner.withBaseUrl(secondNodeUrl).get('/me')).status).toBe(200)
  })

  test('a resident connected to two nodes is online until both connections are closed', async () => {
    const { one, secondNodeUrl } = cluster
    const [resident, admin] = [await cluster.resident(), await cluster.admin()]
    const monitor = await admin.device(secondNodeUrl)
    const [first, second] = [await resident.device(one), await resident.device(secondNodeUrl)]
    const createPresenceFilter = (online: boolean) => (data: PresenceEvent) =>
      data.tenantId === resident.id && data.online === online
    await monitor.waitFor(liveChannels.loggedIn, createPresenceFilter(true))
    first.close()
    const countConnectedNodes = async () =>
      (
        await cluster.database.db
          .selectFrom('live_tenants')
          .select('process')
          .where('tenant_id', '=', resident.id)
          .execute()
      ).length
    await expect.poll(countConnectedNodes).toBe(1)
    second.close()
    await monitor.waitFor(liveChannels.loggedIn, createPresenceFilter(false))
    expect(await countConnectedNodes()).toBe(0)
    const changes = monitor.received
      .filter(({ event }) => event === liveChannels.loggedIn)
      .map(({ data }) => data as unknown as PresenceEvent)
    expect(changes.filter(({ tenantId, online }) => tenantId === resident.id && !online)).toHaveLength(1)
  })

  test('maintenance turned on at one node closes both, and ends sessions and sockets at both', async () => {
    const { one, secondNodeUrl } = cluster
    const [superAdmin, resident, admin] = [
      await cluster.superAdmin(),
      await cluster.resident(),
      await cluster.admin(),
    ]
    const pages = [
      await resident.device(one),
      await resident.device(secondNodeUrl),
      await admin.device(one),
      await admin.device(secondNodeUrl),
    ]
    const superAdminDevice = await superAdmin.device(secondNodeUrl)
    // Makes some calls, so that the new live connections have time to join their rooms and load their
    // sessions.
    for (const url of [one, secondNodeUrl])
      for (const caller of [resident, admin])
        expect((await caller.withBaseUrl(url).get('/me')).status).toBe(200)
    const setMaintenance = (value: string) =>
      superAdmin
        .withBaseUrl(one)
        .post('/website-settings', { settings: [{ name: 'isUnderMaintenance', value }] })
    expect((await setMaintenance('1')).status).toBe(200)
    for (const url of [one, secondNodeUrl])
      for (const caller of [resident, admin])
        expect((await caller.withBaseUrl(url).get('/me')).status).toBe(503)
    for (const page of pages) {
      await page.waitFor(liveChannels.publicSettings, (data) =>
        JSON.stringify(data).includes('"isUnderMaintenance","value":"1"'),
      )
      await expect.poll(() => page.disconnectReasons).toEqual(['io server disconnect'])
    }
    expect(superAdminDevice.socket.connected).toBe(true)
    expect((await setMaintenance('0')).status).toBe(200)
    for (const url of [one, secondNodeUrl])
      for (const caller of [resident, admin])
        expect((await caller.withBaseUrl(url).get('/me')).status).toBe(401)
    expect((await superAdmin.withBaseUrl(secondNodeUrl).get('/me')).status).toBe(200)
  })
})

// Proves that Redis carries the events between the nodes: without Redis they do not reach the other node.
describe('two nodes without Redis', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await openCluster({ withRedis: false })
  })
  afterAll(() => cluster?.close())

  test('receive only events of their own relay: each event reaches pages of one node', async () => {
    const { one, secondNodeUrl } = cluster
    const [resident, admin] = [await cluster.resident(), await cluster.admin()]
    const adminDevices = [await admin.device(one), await admin.device(secondNodeUrl)]
    const name = liveChannels.adminTickets('tickets', admin.id)
    const countEvents = () =>
      adminDevices.map((device) => device.received.filter(({ event }) => event === name).length)
    for (let n = 0; n < 10; n++) {
      await resident.withBaseUrl(one).post('/ticket', createGatePassBody())
      await expect.poll(() => countEvents().reduce((sum, count) => sum + count)).toBe(n + 1)
    }
  })
})
