// What `npm test` and `npm run test:faults` share: steps that run to their end one after another, and the count at the end.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIN, remembered, ROOT, withPinnedNode } from './prepare/places.mjs'

/** A run of several steps. `finish` prints how many tests passed and failed, and ends the process accordingly. */
export function beginRun() {
  const reports = mkdtempSync(join(tmpdir(), 'tahanan-reports-'))
  const total = { passed: 0, failed: 0, skipped: 0 }

  /** Runs one step to its end, whatever the others did; `count` reads its own report, if it made one. */
  function step(name, command, args, count) {
    console.log(`\n── ${name}`)
    const started = Date.now()
    const report = join(reports, `${name}.json`)
    const { status } = spawnSync(join(BIN, command), args(report), {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...withPinnedNode(),
        CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? remembered('chromium-path') ?? '',
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
    })
    const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : undefined
    const { passed, failed, skipped = 0 } = counted ?? { passed: status === 0 ? 1 : 0, failed: 0 }
    total.passed += passed
    total.skipped += skipped
    // A step can fail without a failed test: a formatting error, a file that does not load.
    total.failed += status === 0 ? failed : Math.max(failed, 1)
    console.log(
      `── ${name}: ${status === 0 ? 'good' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`,
    )
  }

  /** A step of Vitest. */
  function vitest(name, ...args) {
    step(
      name,
      'vitest',
      (report) => ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      (report) => ({
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests,
      }),
    )
  }

  function finish() {
    rmSync(reports, { recursive: true, force: true })
    console.log(
      `\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
    )
    process.exit(total.failed === 0 ? 0 : 1)
  }

  return { step, vitest, finish }
}
