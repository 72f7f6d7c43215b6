// Runs the steps of `npm test` and `npm run test:all`. At the end prints times, slowest files, failures and
// counts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getChildSeconds, explainOverrun, formatTimes, measureSlowness } from './budgets.mjs'
import { BIN, readCached, ROOT, getLinkedNodeEnvironment } from './prepare/places.mjs'
import { formatSlowest, listPlaywrightSeconds, parsePlaywrightReport, parseVitestReport } from './reports.mjs'

const ADOPT_SCRIPT = join(ROOT, 'scripts', 'adopt.pl')
const REPORTERS = ['default', 'json', join(ROOT, 'scripts', 'vitest-seconds.mjs')].map(
  (name) => `--reporter=${name}`,
)
const hasPerl = process.platform === 'linux' && spawnSync('perl', ['-e', '1']).status === 0

/**
 * Returns functions that run the steps. `finish` prints failures and the number of passed tests, and ends the
 * process with an exit status.
 */
export function beginRun() {
  const reportsFolder = mkdtempSync(join(tmpdir(), 'tahanan-reports-'))
  let slowness = measureSlowness()
  const total = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  const stepTimes = []
  const files = []

  function step(name, command, args, parseReport) {
    console.log(`\n── ${name}`)
    const reportFile = join(reportsFolder, `${name}.json`)
    const started = Date.now()
    const usedBefore = getChildSeconds()
    const status = runCommand([join(BIN, command), ...args(reportFile)], reportFile)
    const usedSeconds = hasPerl ? getChildSeconds() - usedBefore : undefined
    const seconds = (Date.now() - started) / 1000

    const parsedReport = existsSync(reportFile) ? parseReport(readJson(reportFile), reportFile) : undefined
    const {
      passed,
      failed,
      skipped = 0,
      failures: found = [],
    } = parsedReport ?? { passed: status === 0 ? 1 : 0, failed: 0 }
    total.passed += passed
    total.skipped += skipped
    // Counts a failed step as at least one failure: a formatting error or an uncaught error has no failed
    // test.
    total.failed += status === 0 ? failed : Math.max(failed, 1)
    for (const failure of found) failures.push({ step: name, ...failure })
    if (status !== 0 && found.length === 0) {
      failures.push({ step: name, name: 'the step itself', message: 'see its output above' })
    }
    // Measures the processor's speed again, because other programs may have slowed it down during the step.
    slowness = Math.max(slowness, measureSlowness())
    const overrun = explainOverrun(name, usedSeconds, slowness)
    if (overrun) {
      total.failed += 1
      failures.push({ step: name, name: 'its budget', message: overrun })
    }
    stepTimes.push({ name, seconds, used: usedSeconds })
    console.log(`── ${name}: ${status === 0 ? 'good' : 'FAILED'} in ${Math.round(seconds)} s`)
  }

  function vitest(name, ...args) {
    step(
      name,
      'vitest',
      (report) => ['run', ...args, ...REPORTERS, `--outputFile.json=${report}`],
      (json, report) => {
        files.push(...readJson(getSecondsFile(report)))
        return parseVitestReport(json)
      },
    )
  }

  function playwright(name, config, ...args) {
    step(
      name,
      'playwright',
      () => ['test', '--config', config, '--reporter=list,json', ...args],
      (json) => {
        files.push(...listPlaywrightSeconds(json))
        return parsePlaywrightReport(json)
      },
    )
  }

  function finish() {
    rmSync(reportsFolder, { recursive: true, force: true })
    console.log(`\n${formatTimes(stepTimes, slowness)}\n\nThe slowest files:\n${formatSlowest(files, ROOT)}`)
    for (const { step: where, name, message } of failures) {
      console.log(`\n── failed: ${where}: ${name}\n${message}`)
    }
    console.log(
      `\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
    )
    process.exit(total.failed === 0 ? 0 : 1)
  }

  return { step, vitest, playwright, finish }
}

function runCommand(command, report) {
  const [program, ...args] = hasPerl ? ['perl', ADOPT_SCRIPT, ...command] : command
  const { status } = spawnSync(program, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...getLinkedNodeEnvironment(),
      CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? readCached('chromium-path') ?? '',
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      FILE_SECONDS: getSecondsFile(report),
    },
  })
  return status
}

function getSecondsFile(report) {
  return `${report}-seconds`
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
