// Shared by `npm test` and `npm run test:faults`: runs steps one after another, all to their end, then prints
// the counts and all failures again.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIN, readCached, ROOT, withLinkedNode } from './prepare/places.mjs'
import { readPlaywright, readVitest } from './reports.mjs'

/** Begins a run of steps. `finish` prints the failures and the number of passed tests, and exits with a status. */
export function beginRun() {
  const reports = mkdtempSync(join(tmpdir(), 'tahanan-reports-'))
  const total = { passed: 0, failed: 0, skipped: 0 }
  const failures = []

  /** Runs one step, also after a failed one; `read` reads its report, if it wrote one. */
  function step(name, command, args, read) {
    console.log(`\n── ${name}`)
    const started = Date.now()
    const report = join(reports, `${name}.json`)
    const { status } = spawnSync(join(BIN, command), args(report), {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...withLinkedNode(),
        CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? readCached('chromium-path') ?? '',
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
    })
    const counted = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : undefined
    const {
      passed,
      failed,
      skipped = 0,
      failures: found = [],
    } = counted ?? { passed: status === 0 ? 1 : 0, failed: 0 }
    total.passed += passed
    total.skipped += skipped
    // A step can fail without a failed test: a formatting error, an error that no test caught.
    total.failed += status === 0 ? failed : Math.max(failed, 1)
    for (const failure of found) failures.push({ step: name, ...failure })
    if (status !== 0 && found.length === 0) {
      failures.push({ step: name, name: 'the step itself', message: 'see its output above' })
    }
    console.log(
      `── ${name}: ${status === 0 ? 'good' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`,
    )
  }

  /** Runs Vitest as a step. */
  function vitest(name, ...args) {
    step(
      name,
      'vitest',
      (report) => ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      readVitest,
    )
  }

  /** Runs Playwright as a step. */
  function playwright(name, config) {
    step(name, 'playwright', () => ['test', '--config', config, '--reporter=list,json'], readPlaywright)
  }

  function finish() {
    rmSync(reports, { recursive: true, force: true })
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
