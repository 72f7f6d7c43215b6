import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type LaunchOptions } from '@playwright/test'
import lighthouse from 'lighthouse'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'

/** Lighthouse's measurements of a page; scores are 0 to 100. */
export interface Measured {
  performance: number
  accessibility: number
  bestPractices: number
  /** Cumulative layout shift. */
  shift: number
  /** In words, for the log. */
  times: string
  /** Findings, in a line each. */
  findings: readonly string[]
}

/** A browser that Lighthouse can drive too. */
export interface MeasuringBrowser {
  context: BrowserContext
  /** Measures a page as a cheap phone on a slow connection loads it for the first time (Lighthouse's mobile preset). */
  measure: (url: string) => Promise<Measured>
  close: () => Promise<void>
}

/** Starts it in a profile of its own; what the context keeps in local storage, Lighthouse finds there. */
export async function measuringBrowser({ args = [], ...options }: LaunchOptions): Promise<MeasuringBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'tahanan-lighthouse-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...args, '--remote-debugging-port=0'],
  })
  const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
  return {
    context,
    measure: async (url) => measure(url, Number(port), await slowdown(context)),
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Lighthouse's own index of how fast a phone of the middle is: a quarter of a quick machine's. */
const PHONE_INDEX = 750
const MOST = 4

/** Slowdown of the phone against this machine under its present load; 4 by the preset. */
async function slowdown(context: BrowserContext): Promise<number> {
  const [page = await context.newPage()] = context.pages()
  const index = await page.evaluate(pageFunctions.computeBenchmarkIndex)
  return Math.min(MOST, Math.max(1, index / PHONE_INDEX))
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index']
const TRIES = 3

async function measure(url: string, port: number, cpuSlowdownMultiplier: number): Promise<Measured> {
  for (let left = TRIES; ; left--) {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: CATEGORIES,
      throttling: { cpuSlowdownMultiplier },
      disableFullPageScreenshot: true,
    })
    if (!result) throw new Error(`Lighthouse said nothing about ${url}`)
    const { categories, audits, runtimeError } = result.lhr
    // a recording that failed says nothing about the page
    if (runtimeError && left > 1) continue
    if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`)
    const score = (id: string): number => Math.round((categories[id]?.score ?? 0) * 100)
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      shift: audits['cumulative-layout-shift']?.numericValue ?? 1,
      times: [
        ...TIMES.map((id) => `${id} ${audits[id]?.displayValue}`),
        `a phone ${cpuSlowdownMultiplier.toFixed(1)} times slower`,
      ].join(', '),
      findings: Object.values(categories).flatMap(({ id, auditRefs }) =>
        auditRefs.flatMap((ref) => {
          const audit = audits[ref.id]
          const wanting = audit && ref.weight > 0 && audit.score !== null && audit.score < 0.9
          return wanting ? [`${id}: ${audit.title} ${audit.displayValue ?? ''}`] : []
        }),
      ),
    }
  }
}
