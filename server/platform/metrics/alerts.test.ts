import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openTestPortal } from '#testing/portal.ts'
import { createTestBucket } from '../files/store/testing-bucket.ts'

const loadDeployFile = (file: string) =>
  readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')

interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: { readonly severity: string }
  readonly annotations: Readonly<Record<string, string>>
}
const { groups } = parse(loadDeployFile('alerts.yaml')) as { groups: { rules: AlertRule[] }[] }
const rules = groups.flatMap((group) => group.rules)
interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}
const { panels } = JSON.parse(loadDeployFile('grafana-dashboard.json')) as { panels: Panel[] }
const expressions = [
  ...rules.map(({ alert, expr }) => ({ name: alert, expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ name: title, expr }))),
]

const bucket = await createTestBucket()
const portal = await openTestPortal({ s3: bucket.config, redisUrl: 'redis://127.0.0.1:1' })

async function fetchMetricLabels(): Promise<Map<string, Set<string>>> {
  await portal.nobody.get('/me')
  await portal.services.pool.query(`select graphile_worker.add_job('any')`)
  const { body } = await portal.app.inject('/metrics')
  const labelsByMetric = new Map<string, Set<string>>()
  for (const [, name = '', labels = ''] of body.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const knownLabels = labelsByMetric.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) knownLabels.add(label)
    labelsByMetric.set(name, knownLabels)
  }
  // Prometheus itself adds the metric `up`, and the labels `job` and `instance` of every metric.
  labelsByMetric.set('up', new Set())
  for (const labels of labelsByMetric.values()) labels.add('job').add('instance')
  return labelsByMetric
}

test('every metric and label of the alerts and of the dashboard is in /metrics', async () => {
  const labels = await fetchMetricLabels()
  for (const { name, expr } of expressions) {
    const selectors = [...expr.matchAll(/\b((?:tahanan|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g)]
    expect(selectors, name).not.toEqual([])
    for (const [, metric = '', matchers = ''] of selectors) {
      expect([...labels.keys()], name).toContain(metric)
      for (const [, label = ''] of matchers.matchAll(/(\w+)\s*=~?"/g))
        expect([...(labels.get(metric) ?? [])], `${name}: ${metric}`).toContain(label)
    }
  }
  await bucket.close()
})

test('each of our metrics has a help text, a type and a name by the rules of Prometheus', async () => {
  const { body } = await portal.app.inject('/metrics')
  for (const [, name = '', type = ''] of body.matchAll(/^# TYPE (tahanan_\w+) (\w+)$/gm)) {
    expect(body).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'))
    expect(name.endsWith('_total'), name).toBe(type === 'counter')
  }
})

test('each alert says what is wrong, what to do, and how urgent it is', () => {
  for (const { alert, for: duration, labels, annotations } of rules) {
    expect(alert).toMatch(/^Tahanan[A-Z]/)
    expect(duration, alert).toMatch(/^\d+[mh]$/)
    expect(['critical', 'warning'], alert).toContain(labels.severity)
    expect(annotations['summary'], alert).toMatch(/\S/)
    expect(annotations['description']?.length, alert).toBeGreaterThan(50)
  }
})
