import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'

const ROOT = join(import.meta.dirname, '../..')
const UNPACKED_PROMTOOL = join(ROOT, 'node_modules/.cache/tahanan/promtool')
export const ALERTS_FILE = join(ROOT, 'deploy/alerts.yaml')

const PROMTOOL_COMMAND = existsSync(UNPACKED_PROMTOOL) ? UNPACKED_PROMTOOL : 'promtool'

export const hasPromtool = (): boolean => spawnSync(PROMTOOL_COMMAND, ['--version']).status === 0

export function runPromtool(args: readonly string[], input = ''): { isSuccessful: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(PROMTOOL_COMMAND, args, { input, encoding: 'utf8' })
  return { isSuccessful: status === 0, output: `${stdout}${stderr}` }
}

/**
 * Values of the portal's metrics, keyed by time series (name and labels); null if the portal did not answer.
 */
export type Scrape = ReadonlyMap<string, number> | null

/** Parses the text of `/metrics`. Ignores the metrics of Node.js itself, because no alert uses them. */
export function parseMetrics(text: string): ReadonlyMap<string, number> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, series, value] = /^(tahanan_\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
      return series && value ? [[series, Number(value.replace('Inf', 'Infinity'))] as const] : []
    }),
  )
}

const MINUTES_BEFORE_FAULT = 60
const FAULT_MINUTES = 240

/**
 * Simulates one hour with `metricsBefore`, then four hours with `metricsDuringFault`, and evaluates the
 * alerts. In the four hours, each counter grows every minute by the difference of the two. Returns an empty
 * text if exactly the `expected` alerts fire, otherwise promtool's output.
 */
export async function compareFiredAlerts(
  folder: string,
  expected: readonly string[],
  metricsBefore: Scrape,
  metricsDuringFault: Scrape,
): Promise<string> {
  const seriesNames = new Set([...(metricsBefore?.keys() ?? []), ...(metricsDuringFault?.keys() ?? [])])
  const series = [...seriesNames].map((name) => ({
    series: addTargetLabels(name),
    values: formatValues(name, metricsBefore?.get(name), metricsDuringFault?.get(name)),
  }))
  const isUp = (scrape: Scrape): number => (scrape ? 1 : 0)
  series.push({
    series: addTargetLabels('up'),
    values: formatValues('up', isUp(metricsBefore), isUp(metricsDuringFault)),
  })
  const promtoolTest = {
    rule_files: [ALERTS_FILE],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: series,
        promql_expr_test: [
          {
            expr: `group by (alertname) (max_over_time(ALERTS{alertstate="firing"}[${FAULT_MINUTES}m]))`,
            eval_time: `${MINUTES_BEFORE_FAULT + FAULT_MINUTES}m`,
            exp_samples: expected.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
          },
        ],
      },
    ],
  }
  const file = join(folder, 'alerts-test.yaml')
  await writeFile(file, stringify(promtoolTest, { lineWidth: 0 }))
  const { isSuccessful, output } = runPromtool(['test', 'rules', file])
  return isSuccessful ? '' : output
}

function addTargetLabels(series: string): string {
  const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? []
  return `${name}{${labels && `${labels},`}instance="portal:3000",job="tahanan"}`
}

function formatValues(
  name: string,
  valueBefore: number | undefined,
  valueDuringFault: number | undefined,
): string {
  const isCounter = /_(total|count|sum|bucket)(\{|$)/.test(name)
  if (!isCounter || valueDuringFault === undefined)
    return `${formatConstant(valueBefore, MINUTES_BEFORE_FAULT)} ${formatConstant(valueDuringFault, FAULT_MINUTES)}`
  return `${formatConstant(valueBefore, MINUTES_BEFORE_FAULT)} ${valueDuringFault}+${valueDuringFault - (valueBefore ?? 0)}x${FAULT_MINUTES - 1}`
}

const formatConstant = (value: number | undefined, minutes: number): string =>
  value === undefined || Number.isNaN(value) ? `_x${minutes}` : `${formatNumber(value)}+0x${minutes - 1}`

const formatNumber = (value: number): string => String(value).replace('Infinity', 'Inf')
