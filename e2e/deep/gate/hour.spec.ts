import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { formatCsvRow } from '@tahanan/contract/csv.ts'
import type { GatePass, Pass, WalkIn } from '@tahanan/contract/gate/answers.ts'
import { formatPickerTime } from '@tahanan/contract/time.ts'
import { ADMIN, GATE_ACCOUNT, HOME_PATHS, RESIDENT } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findAlertDialog } from '../../pages/dialogs.ts'
import {
  createGateWithDevice,
  enrolDevice,
  getGateStorage,
  typeCode,
  findVerdict,
} from '../../pages/gate-page.ts'
import { LoginPage } from '../../pages/login-page.ts'
import { CONNECTION_ERROR_PATTERN } from '../../pages/offline.ts'

test.use({ serviceWorkers: 'allow' })

interface ExpectedLogLine {
  entry: string
  name?: string
  pass?: string
  number?: string
  people?: number
  unit?: string
  client?: string
  offline?: string
  undone?: string
  mark?: string
  verdict: string
  plate?: string
  workers?: string
  items?: string
  note?: string
}

const pressVerdictButton = (page: Page, title: string, button: string): Promise<void> =>
  findVerdict(page, title).getByRole('button', { name: button, exact: true }).click()

async function typeCodeAndPressButton(
  page: Page,
  code: string,
  title: string,
  button: string,
): Promise<void> {
  await typeCode(page, code)
  await pressVerdictButton(page, title, button)
}

async function recordExit(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: /Inside/ }).click()
  const outButton = page.getByRole('button', { name: `Out: ${name}` })
  await outButton.click()
  await expect(outButton).toHaveCount(0)
}

const openFindTab = (page: Page): Promise<void> => page.getByRole('tab', { name: 'Find' }).click()

async function registerWalkIn(page: Page, name: string, { unit, button }: { unit: string; button: string }) {
  await page.getByRole('tab', { name: 'Walk-ins' }).click()
  await page.getByRole('button', { name: 'Register a walk-in' }).click()
  const form = page.getByRole('dialog', { name: 'Register a walk-in' })
  await form.getByLabel('Unit or name').fill(unit)
  if (button === 'Ask the resident') await form.getByRole('button', { name: /A-101/ }).click()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByLabel('Purpose').fill('Selling')
  await form.getByLabel('Plate number').fill(button === 'Ask the resident' ? 'NCR 1234' : '')
  await form.getByRole('button', { name: button }).click()
  await expect(form).toHaveCount(0)
}

const formatDayFromNow = (hours: number): string =>
  `${formatPickerTime(new Date(Date.now() + hours * 3_600_000), 'Asia/Manila').slice(0, 10)} 00:00:00`

test("an hour of two guards, one of them without a network in between, is the office's log line by line", async ({
  visit,
  api,
  allowError,
}) => {
  allowError(CONNECTION_ERROR_PATTERN)
  const [office, residents] = [await api(ADMIN), await api(RESIDENT)]
  const changeHours = (hours: { workFrom: string; workTo: string }) =>
    // Retries, because another test may save these settings at the same time.
    expect(async () => {
      const { body } = await office.call<object>('GET', '/gate-settings')
      expect(await office.call('PUT', '/gate-settings', { ...body, ...hours })).toMatchObject({ status: 200 })
    }).toPass()
  await changeHours({ workFrom: '00:00', workTo: '23:59' })
  const arrivalTime = formatPickerTime(new Date(Date.now() + 600_000), 'Asia/Manila')
  const createApprovedPass = async (module: string, details: object) => {
    const { id, ticketNumber, tenant } = await residents.file(module, {
      dateOfVisit: arrivalTime,
      ...details,
    })
    await office.change(module, id, { status: 2 })
    const { body } = await residents.call<Pass>('GET', `/pass/${id}`)
    return { id, code: body.code, number: ticketNumber, client: tenant.uoccname }
  }
  const createApprovedVisit = (visitorsName: string, people?: number) =>
    createApprovedPass('visitor', { visitorsName, people })
  const anaVisit = await createApprovedVisit('Ana Lopezana')
  const cruzVisit = await createApprovedVisit('Cruz Family', 3)
  const ricoVisit = await createApprovedVisit('Rico Tanchoco')
  const dinaVisit = await createApprovedVisit('Dina Syjuco')
  await office.call('POST', '/do-not-admit', { name: 'Baldo Quimpo', reason: 'Debts' })
  const baldoVisit = await createApprovedVisit('Baldo Quimpo')
  const permit = await createApprovedPass('workPermit', {
    workPermitFor: 'Tiles of the kitchen',
    dateFrom: formatDayFromNow(0),
    dateTo: formatDayFromNow(24),
    contractors: ['Boy Santos', 'Ador Cruz'].map((name) => ({ name, information: 'Tiler' })),
    items: ['Ladder', 'Tile cutter'].map((name) => ({ name, quantity: 1 })),
  })
  await changeHours({ workFrom: '08:00', workTo: '18:00' })

  const devices = [
    await createGateWithDevice(office, 'Front gate'),
    await createGateWithDevice(office, 'Garden gate'),
  ] as const
  const openGate = async ({ code }: { code: string }): Promise<Page> => {
    // Each gate device needs a new login, because the session of the login becomes the session of the device.
    const page = await visit({ on: 'phone', to: HOME_PATHS.admin })
    await new LoginPage(page).logIn(GATE_ACCOUNT)
    await enrolDevice(page, code)
    await expect.poll(() => getGateStorage(page)).toMatchObject({ day: 1, isPageCached: true })
    return page
  }
  const [front, garden] = [await openGate(devices[0]), await openGate(devices[1])]

  await test.step('the garden gate loses its network, and the front gate goes on', async () => {
    await garden.context().setOffline(true)
    await expect(garden.getByText('Offline', { exact: true })).toBeVisible()
    await typeCodeAndPressButton(front, anaVisit.code, 'May enter', 'In')
    await front.getByRole('button', { name: 'Undo: In Ana Lopezana' }).click()
    await expect(front.getByRole('button', { name: 'Undo: In Ana Lopezana' })).toHaveCount(0)
    await typeCodeAndPressButton(front, anaVisit.code, 'May enter', 'In')
    await typeCode(front, cruzVisit.code)
    await pressVerdictButton(front, 'May enter', 'One person fewer')
    await pressVerdictButton(front, 'May enter', 'In')
    await typeCode(front, permit.code)
    await findVerdict(front, 'May enter').getByLabel('Boy Santos').check()
    await findVerdict(front, 'May enter').getByLabel('Ladder').check()
    await pressVerdictButton(front, 'May enter', 'In')
    await typeCodeAndPressButton(front, ricoVisit.code, 'May enter', 'Refuse')
    await typeCode(front, 'AAAA2222')
    await findVerdict(front, 'Unknown pass').getByLabel('Note for the log').fill('A torn paper')
    await pressVerdictButton(front, 'Unknown pass', 'Refuse')
    await typeCodeAndPressButton(front, baldoVisit.code, 'Ask the office', 'Record approval')
    const confirmDialog = findAlertDialog(front, 'Ask the office')
    await confirmDialog.getByLabel('Who in the office approves?').fill('Liza Villanueva')
    await confirmDialog.getByRole('button', { name: 'Record approval' }).click()
    await pressVerdictButton(front, 'In', 'Next')
    await registerWalkIn(front, 'Nilo Abad', { unit: 'A-101', button: 'Ask the resident' })
    const { body: walkInList } = await residents.call<{ data: WalkIn[] }>('GET', '/walk-ins')
    const walkIn = walkInList.data.find(({ name }) => name === 'Nilo Abad')
    await residents.call('PUT', `/walk-in/${walkIn?.id}/answer`, { answer: 'deny' })
    await expect(front.getByLabel('Walk-in Nilo Abad')).toContainText('Not let in')
    await openFindTab(front)
  })

  await test.step('the garden gate records without its network', async () => {
    await typeCodeAndPressButton(garden, dinaVisit.code, 'May enter', 'In')
    await recordExit(garden, 'Dina Syjuco')
    await registerWalkIn(garden, 'Carla Yap', { unit: 'unit a101', button: 'Let in' })
    await recordExit(garden, 'Carla Yap')
    await registerWalkIn(garden, 'Berto Lao', { unit: 'A-101', button: 'Let in' })
    await garden.getByRole('button', { name: 'Undo: In Berto Lao' }).click()
    await openFindTab(garden)
    await typeCodeAndPressButton(garden, anaVisit.code, 'May enter', 'In')
    await typeCode(garden, cruzVisit.code)
    for (let pressIndex = 0; pressIndex < 2; pressIndex++)
      await pressVerdictButton(garden, 'May enter', 'One person fewer')
    await pressVerdictButton(garden, 'May enter', 'In')
    await expect(garden.getByText('8 entries wait to be sent')).toBeVisible()
    await garden.context().setOffline(false)
    await expect(garden.getByText(/waits? to be sent/)).toHaveCount(0)
    const insideAlert = garden.getByRole('alert').filter({ hasText: 'Already inside' })
    await expect(insideAlert).toContainText('Ana Lopezana')
    await insideAlert.getByRole('button', { name: 'OK' }).click()
  })

  await test.step('all but one leave', async () => {
    await typeCodeAndPressButton(garden, anaVisit.code, 'May leave', 'Out')
    await typeCodeAndPressButton(front, cruzVisit.code, 'May leave', 'Out')
    await recordExit(front, 'Tiles of the kitchen')
    await openFindTab(front)
    const { body } = await office.call<{ data: GatePass[] }>(
      'GET',
      '/gate-passes?list=inside&limit=50&page=1',
    )
    const passCodes = [anaVisit, cruzVisit, ricoVisit, dinaVisit, baldoVisit, permit].map(({ code }) => code)
    expect(body.data.map(({ code }) => code).filter((code) => passCodes.includes(code))).toEqual([
      baldoVisit.code,
    ])
  })

  const { body: guard } = await (await api(GATE_ACCOUNT)).call<{ name: string }>('GET', '/me')
  const unit = 'A-101'
  const { client } = anaVisit
  const createVisitLine = ({ number }: { number: string }, name: string) =>
    ({ name, pass: 'Visitor pass', number, unit, client }) as const
  const createWalkInLine = (name: string) => ({ name, pass: 'Walk-in', unit, client }) as const
  const workPermitLine = {
    name: 'Tiles of the kitchen',
    pass: 'Work permit',
    number: permit.number,
    unit,
    client,
  } as const
  const expectedLinesByGate: Record<string, ExpectedLogLine[]> = {
    'Front gate': [
      { entry: 'Out', ...workPermitLine, verdict: 'May enter', workers: 'Boy Santos', items: 'Ladder' },
      { entry: 'Out', ...createVisitLine(cruzVisit, 'Cruz Family'), people: 3, verdict: 'May leave' },
      {
        entry: 'Refused',
        ...createWalkInLine('Nilo Abad'),
        verdict: 'Not let in',
        plate: 'NCR 1234',
        note: 'Selling. Not let in by the resident.',
      },
      {
        entry: 'In',
        ...createVisitLine(baldoVisit, 'Baldo Quimpo'),
        mark: 'On the do-not-admit list',
        verdict: 'Ask the office',
        note: 'Approved by Liza Villanueva of the office.',
      },
      { entry: 'Refused', verdict: 'Unknown pass', note: 'A torn paper' },
      { entry: 'Refused', ...createVisitLine(ricoVisit, 'Rico Tanchoco'), verdict: 'May enter' },
      { entry: 'In', ...workPermitLine, verdict: 'May enter', workers: 'Boy Santos', items: 'Ladder' },
      { entry: 'In', ...createVisitLine(cruzVisit, 'Cruz Family'), people: 2, verdict: 'May enter' },
      { entry: 'In', ...createVisitLine(anaVisit, 'Ana Lopezana'), verdict: 'May enter' },
      { entry: 'Undone', ...createVisitLine(anaVisit, 'Ana Lopezana'), verdict: 'May leave' },
      { entry: 'In', ...createVisitLine(anaVisit, 'Ana Lopezana'), undone: 'Yes', verdict: 'May enter' },
    ],
    'Garden gate': [
      { entry: 'Out', ...createVisitLine(anaVisit, 'Ana Lopezana'), verdict: 'May leave' },
      { entry: 'In', ...createVisitLine(cruzVisit, 'Cruz Family'), offline: 'Yes', verdict: 'May enter' },
      {
        entry: 'In',
        ...createVisitLine(anaVisit, 'Ana Lopezana'),
        offline: 'Yes',
        mark: 'Already inside',
        verdict: 'May enter',
      },
      { entry: 'Undone', ...createWalkInLine('Berto Lao'), offline: 'Yes', verdict: 'May leave' },
      {
        entry: 'In',
        ...createWalkInLine('Berto Lao'),
        offline: 'Yes',
        undone: 'Yes',
        verdict: 'May enter',
        note: 'For A-101, approved by phone',
      },
      { entry: 'Out', ...createWalkInLine('Carla Yap'), offline: 'Yes', verdict: 'May leave' },
      {
        entry: 'In',
        ...createWalkInLine('Carla Yap'),
        offline: 'Yes',
        verdict: 'May enter',
        note: 'For unit a101, approved by phone',
      },
      { entry: 'Out', ...createVisitLine(dinaVisit, 'Dina Syjuco'), offline: 'Yes', verdict: 'May leave' },
      { entry: 'In', ...createVisitLine(dinaVisit, 'Dina Syjuco'), offline: 'Yes', verdict: 'May enter' },
    ],
  }
  const formatLine = (gate: string, line: ExpectedLogLine): string => {
    const visitorCells = [
      line.entry,
      line.name,
      line.pass,
      line.number,
      line.people ?? 1,
      line.unit,
      line.client,
    ]
    const passageCells = [line.offline, line.undone, line.mark, line.verdict, line.plate, line.workers]
    return formatCsvRow([
      ...visitorCells,
      gate,
      'Tablet',
      guard.name,
      ...passageCells,
      line.items,
      line.note,
    ]).trimEnd()
  }
  const adminPage = await visit({ on: 'desk', as: ADMIN })
  for (const [gateIndex, [gate, lines]] of Object.entries(expectedLinesByGate).entries()) {
    await adminPage.goto(`/admin/gate-log?gateId=${devices[gateIndex as 0 | 1].gateId}`)
    await expect(adminPage.getByText(`${gate}, Tablet`).first()).toBeVisible()
    const downloadPromise = adminPage.waitForEvent('download')
    await adminPage.getByRole('button', { name: 'Download CSV' }).click()
    const text = await readFile(await (await downloadPromise).path(), 'utf8')
    const [, ...rows] = text.trimEnd().split('\r\n')
    const rowsWithoutTime = rows.map((row) => row.replace(/^\d\d\/\d\d\/\d{4},\d{1,2}:\d\d [AP]M,/, ''))
    expect(rowsWithoutTime).toEqual(lines.map((line) => formatLine(gate, line)))
  }
})
