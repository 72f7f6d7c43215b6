import { type Account, RESIDENT, TOKEN_KEYS } from '../fixtures/accounts.ts'
import { expect, test as base } from '../fixtures/test.ts'
import { type LighthouseResult, type MeasuringBrowser, startMeasuringBrowser } from './measure-page.ts'

const GOAL = 95
/** Only the best result counts, because other work on the machine can only make a page slower. */
const RUNS = 5

const test = base.extend<object, { measuring: MeasuringBrowser }>({
  measuring: [
    async ({ launchOptions }, give) => {
      const measuringBrowser = await startMeasuringBrowser(launchOptions)
      await give(measuringBrowser)
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
  test(`the ${name} page scores at least ${GOAL} for speed and 100 for the rest`, async ({
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
    } while (Math.max(...runs.map(({ performance }) => performance)) < GOAL && runs.length < RUNS)
    for (const { accessibility, bestPractices, shift, findings } of runs) {
      expect({ accessibility, bestPractices }, findings.join('\n')).toEqual({
        accessibility: 100,
        bestPractices: 100,
      })
      expect(shift).toBeLessThan(0.01)
    }
    const best = runs.reduce((a, b) => (b.performance > a.performance ? b : a))
    expect(best.performance, best.findings.join('\n')).toBeGreaterThanOrEqual(GOAL)
  })
}
