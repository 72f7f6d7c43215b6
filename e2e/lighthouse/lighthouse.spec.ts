import { type Account, RESIDENT, TOKEN_KEYS } from '../fixtures/accounts.ts'
import { expect, test as base } from '../fixtures/test.ts'
import { type LighthouseResult, type MeasuringBrowser, startMeasuringBrowser } from './measure-page.ts'

const GOAL_SCORE = 95
/** Only the best result counts, because other work on the machine can only make a page slower. */
const RUN_COUNT = 5

const test = base.extend<object, { measuring: MeasuringBrowser }>({
  measuring: [
    async ({ launchOptions }, provide) => {
      const measuringBrowser = await startMeasuringBrowser(launchOptions)
      await provide(measuringBrowser)
      await measuringBrowser.close()
    },
    { scope: 'worker' },
  ],
})

const PAGES: readonly { name: string; to: string; as?: Account }[] = [
  { name: 'login', to: '/' },
  { name: 'resident’s dashboard', to: '/', as: RESIDENT },
  { name: 'gate passes', to: '/tickets', as: RESIDENT },
  { name: 'billings', to: '/billings', as: RESIDENT },
]

for (const { name, to, as } of PAGES) {
  test(`the ${name} page scores at least ${GOAL_SCORE} for speed and 100 for the rest`, async ({
    measuring,
    portal,
    api,
  }) => {
    const token = as && (await api(as)).token
    const [page = await measuring.context.newPage()] = measuring.context.pages()
    await page.goto(`${portal}/healthz`)
    await page.evaluate(
      ([key, value]) => {
        localStorage.clear()
        if (value) localStorage.setItem(key, value)
      },
      [TOKEN_KEYS.client, token] as const,
    )
    const runs: LighthouseResult[] = []
    do {
      const run = await measuring.measure(portal + to)
      console.log(`${name}: ${run.performance} (${run.times})`)
      runs.push(run)
    } while (Math.max(...runs.map(({ performance }) => performance)) < GOAL_SCORE && runs.length < RUN_COUNT)
    for (const { accessibility, bestPractices, shift, findings } of runs) {
      expect({ accessibility, bestPractices }, findings.join('\n')).toEqual({
        accessibility: 100,
        bestPractices: 100,
      })
      expect(shift).toBeLessThan(0.01)
    }
    const bestRun = runs.reduce((a, b) => (b.performance > a.performance ? b : a))
    expect(bestRun.performance, bestRun.findings.join('\n')).toBeGreaterThanOrEqual(GOAL_SCORE)
  })
}
