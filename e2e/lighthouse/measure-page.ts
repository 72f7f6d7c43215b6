import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type LaunchOptions } from '@playwright/test'
import lighthouse from 'lighthouse'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'

/** Scores are from 0 to 100. */
export interface LighthouseResult {
  performance: number
  accessibility: number
  bestPractices: number
  shift: number
  times: string
  findings: readonly string[]
}

export interface MeasuringBrowser {
  context: BrowserContext
  /** Measures the first load on a cheap phone with a slow connection (Lighthouse's mobile preset). */
  measure: (url: string) => Promise<LighthouseResult>
  close: () => Promise<void>
}

/**
 * Starts a browser with a new profile. Lighthouse connects to this browser, so it uses the login in the
 * browser's local storage.
 */
export async function startMeasuringBrowser({
  args = [],
  ...options
}: LaunchOptions): Promise<MeasuringBrowser> {
  const profileFolder = mkdtempSync(join(tmpdir(), 'tahanan-lighthouse-'))
  const context = await chromium.launchPersistentContext(profileFolder, {
    ...options,
    args: [...args, '--remote-debugging-port=0'],
  })
  const [port] = readFileSync(join(profileFolder, 'DevToolsActivePort'), 'utf8').split('\n')
  return {
    context,
    measure: async (url) => measurePage(url, Number(port), await measureSlowdown(context)),
    close: async () => {
      await context.close()
      rmSync(profileFolder, { recursive: true, force: true })
    },
  }
}

/** Lighthouse's index for the speed of a mid-range phone. Faster machines are slowed down to it. */
const PHONE_INDEX = 750
const MAX_SLOWDOWN = 4

async function measureSlowdown(context: BrowserContext): Promise<number> {
  const [page = await context.newPage()] = context.pages()
  const index = await page.evaluate(pageFunctions.computeBenchmarkIndex)
  return Math.min(MAX_SLOWDOWN, Math.max(1, index / PHONE_INDEX))
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const TIME_AUDITS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'speed-index',
]
const TRY_COUNT = 3

async function measurePage(
  url: string,
  port: number,
  cpuSlowdownMultiplier: number,
): Promise<LighthouseResult> {
  for (let triesLeft = TRY_COUNT; ; triesLeft--) {
    const lighthouseResult = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: CATEGORIES,
      throttling: { cpuSlowdownMultiplier },
      disableFullPageScreenshot: true,
    })
    if (!lighthouseResult) throw new Error(`Lighthouse returned nothing for ${url}`)
    const { categories, audits, runtimeError } = lighthouseResult.lhr
    if (runtimeError && triesLeft > 1) continue
    if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`)
    const getScore = (id: string): number => Math.round((categories[id]?.score ?? 0) * 100)
    return {
      performance: getScore('performance'),
      accessibility: getScore('accessibility'),
      bestPractices: getScore('best-practices'),
      shift: audits['cumulative-layout-shift']?.numericValue ?? 1,
      times: [
        ...TIME_AUDITS.map((id) => `${id} ${audits[id]?.displayValue}`),
        `a phone ${cpuSlowdownMultiplier.toFixed(1)} times slower`,
      ].join(', '),
      findings: Object.values(categories).flatMap(({ id, auditRefs }) =>
        auditRefs.flatMap((ref) => {
          const audit = audits[ref.id]
          const isFailed = audit && ref.weight > 0 && audit.score !== null && audit.score < 0.9
          return isFailed ? [`${id}: ${audit.title} ${audit.displayValue ?? ''}`] : []
        }),
      ),
    }
  }
}
