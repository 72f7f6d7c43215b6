// Converts the JSON reports of Vitest and of Playwright to one format: counts, and failed tests with their
// messages.
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

function getFirstLines(message) {
  const lines = stripVTControlCharacters(message).trim().split('\n')
  const firstLines = lines.slice(0, 20).join('\n')
  return lines.length > 20 ? `${firstLines}\n…` : firstLines
}

/** Parses Vitest's `json` report. A file that does not load counts as a failure. */
export function parseVitestReport(report) {
  const failures = report.testResults.flatMap((file) => {
    const failedTests = file.assertionResults.filter((test) => test.status === 'failed')
    if (file.status === 'failed' && failedTests.length === 0) {
      return [{ name: file.name, message: getFirstLines(file.message ?? '') }]
    }
    return failedTests.map((test) => ({
      name: `${file.name} > ${test.fullName}`,
      message: getFirstLines((test.failureMessages ?? []).join('\n')),
    }))
  })
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures,
  }
}

/**
 * Parses Playwright's `json` report. Its `errors` are failures outside of tests, such as in a global setup.
 */
export function parsePlaywrightReport(report) {
  const failures = (report.errors ?? []).map((error) => ({
    name: 'outside of a test',
    message: getFirstLines(error.message ?? ''),
  }))
  const collectFailures = (suite, parents) => {
    const titles = [...parents, suite.title]
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status !== 'unexpected') continue
        const errors = test.results.flatMap((result) => result.errors ?? [])
        failures.push({
          name: [...titles, spec.title].join(' > '),
          message: getFirstLines(errors.map((error) => error.message ?? '').join('\n')),
        })
      }
    }
    for (const inner of suite.suites ?? []) collectFailures(inner, titles)
  }
  for (const suite of report.suites ?? []) collectFailures(suite, [])
  const { stats } = report
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures,
  }
}

export function listPlaywrightSeconds(report) {
  const getSeconds = ({ specs = [], suites = [] }) =>
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration / 1000, 0) +
    suites.reduce((sum, suite) => sum + getSeconds(suite), 0)
  return report.suites.map((file) => ({
    path: join(report.config.rootDir, file.file),
    seconds: getSeconds(file),
  }))
}

export function formatSlowest(files, root) {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${relative(root, path)}`)
    .join('\n')
}
