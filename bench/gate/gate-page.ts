/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { writeQrVideo } from '@tahanan/server/testing/qr-video.ts'
import { getMedian, formatVerdict } from '../statistics.ts'

const ROOT = join(import.meta.dirname, '../..')
const CPU_SLOWDOWN = 4
const SAMPLE_COUNT = 8

declare global {
  interface Window {
    /**
     * Times in milliseconds since the page's start. `seenAt`: the camera saw the code. `sentAt`: Enter was
     * pressed. `shownAt`: the scan result was rendered.
     */
    seenAt: number
    sentAt: number
    shownAt: number
  }
}

interface ScannedPass {
  readonly token: string
  readonly code: string
  readonly link: string
  readonly folder: string
}

export async function measureGatePage(url: string, pass: ScannedPass): Promise<string[][]> {
  const qrVideoPath = join(pass.folder, 'gate-camera.mjpeg')
  await writeQrVideo(qrVideoPath, pass.link)
  const browser = await chromium.launch({
    executablePath:
      process.env['CHROMIUM_PATH'] ??
      readFileSync(join(ROOT, 'node_modules/.cache/tahanan/chromium-path'), 'utf8').trim(),
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${qrVideoPath}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  try {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      permissions: ['camera'],
      storageState: {
        cookies: [],
        origins: [{ origin: url, localStorage: createStoredItems(pass.token) }],
      },
    })
    await context.addInitScript(recordScanTimes)
    const page = await context.newPage()
    const devtoolsSession = await context.newCDPSession(page)
    await devtoolsSession.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(`${url}/admin/gate`)
    const filmedCodeTimes = await measureFilmedCodes(page)
    const [online, offline] = await measureTypedCodes(context, page, pass.code)
    return [
      formatRow('a filmed code', filmedCodeTimes, 700),
      formatRow('a typed code, online', online, 300),
      formatRow('a typed code, offline', offline, 100),
    ]
  } finally {
    await browser.close()
  }
}

const createStoredItems = (token: string) => [
  { name: 'ADMIN_SESSION_TOKEN', value: token },
  // The page stores the list of passes only if this device secret exists. Its value is arbitrary, because the
  // server checks only the session.
  { name: 'GATE_DEVICE', value: 'bench' },
  { name: 'GATE_WAY', value: JSON.stringify({ way: 'scan' }) },
]

const formatRow = (label: string, times: readonly number[], goal: number): string[] => {
  const maximum = Math.max(...times)
  const measuredText = `${getMedian(times).toFixed(0)}; ${maximum.toFixed(0)} ms`
  return [
    `gate's page, ${label}: p50; max`,
    measuredText,
    '',
    '',
    `≤ ${goal} ms`,
    formatVerdict(maximum <= goal),
  ]
}

/**
 * Runs in the page. Records when the centre of the camera's picture becomes light (a code appears), and when
 * the scan result is rendered.
 */
function recordScanTimes(): void {
  const smallCanvasContext = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  let wasPictureLight = false
  const checkPicture = (): void => {
    const video = document.querySelector('video')
    if (video && smallCanvasContext && video.videoWidth > 0) {
      smallCanvasContext.drawImage(
        video,
        video.videoWidth / 2 - 80,
        video.videoHeight / 2 - 80,
        160,
        160,
        0,
        0,
        4,
        4,
      )
      const { data } = smallCanvasContext.getImageData(0, 0, 4, 4)
      const isLight = data.reduce((sum, value) => sum + value, 0) / data.length > 110
      if (isLight && !wasPictureLight) window.seenAt = performance.now()
      wasPictureLight = isLight
    }
    requestAnimationFrame(checkPicture)
  }
  requestAnimationFrame(checkPicture)
  addEventListener('keydown', ({ key, timeStamp }) => key === 'Enter' && (window.sentAt = timeStamp), true)
  let isShown = false
  new MutationObserver(() => {
    const wasShown = isShown
    isShown = document.querySelector('.verdict') !== null
    if (isShown && !wasShown) requestAnimationFrame(() => (window.shownAt = performance.now()))
  }).observe(document, { childList: true, subtree: true })
}

const waitForVerdict = (page: Page): Promise<void> => page.locator('.verdict').waitFor()
const closeVerdict = async (page: Page): Promise<void> => {
  await page.waitForTimeout(100)
  await page.getByRole('button', { name: 'Back' }).click()
}

async function measureFilmedCodes(page: Page): Promise<number[]> {
  const verdictTimes: number[] = []
  for (let sampleIndex = 0; sampleIndex <= SAMPLE_COUNT; sampleIndex++) {
    await waitForVerdict(page)
    await page.waitForTimeout(100)
    if (sampleIndex > 0) verdictTimes.push(await page.evaluate(() => window.shownAt - window.seenAt))
    await closeVerdict(page)
  }
  return verdictTimes
}

async function measureTypedCodes(
  context: BrowserContext,
  page: Page,
  code: string,
): Promise<[number[], number[]]> {
  // Opens the tab 'Inside', because it has no camera and focuses no field.
  await page.getByRole('tab', { name: 'Inside' }).click()
  const measureVerdictTimes = async (): Promise<number[]> => {
    const verdictTimes: number[] = []
    for (let sampleIndex = 0; sampleIndex <= SAMPLE_COUNT; sampleIndex++) {
      // Types like a barcode scanner: sends all keys without waiting for the page.
      await Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)))
      await waitForVerdict(page)
      await page.waitForTimeout(100)
      if (sampleIndex > 0) verdictTimes.push(await page.evaluate(() => window.shownAt - window.sentAt))
      await closeVerdict(page)
    }
    return verdictTimes
  }
  await page.getByText('List of').waitFor()
  const onlineVerdictTimes = await measureVerdictTimes()
  await context.setOffline(true)
  await page.getByText('Offline', { exact: true }).waitFor()
  return [onlineVerdictTimes, await measureVerdictTimes()]
}
