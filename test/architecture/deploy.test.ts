import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

import { SERVER_LAYERS } from '../../src/bootstrap/packaging/server-layers.mjs'
import { COUNTS, DURATIONS } from '../../src/server/host/counters.ts'
import { VARIABLES } from '../../src/server/main/variables.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const rules = read('deploy/prometheus-rules.yaml')
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

it.each([
  ['deploy/prometheus-rules.yaml', rules],
  ['deploy/grafana-dashboard.json', read('deploy/grafana-dashboard.json')],
])('asks in %s only for metrics that there are', (_, text) => {
  const gauges = ['store-gauges', 'process-gauges', 'part-gauges']
    .map((name) => read(`src/server/metrics/${name}.ts`))
    .join('\n')
  const known = (metric: string) =>
    Object.hasOwn(COUNTS, metric) ||
    Object.hasOwn(DURATIONS, metric.replace(/_(bucket|count|sum)$/, '')) ||
    gauges.includes(`'${metric}'`)
  const metrics = [...text.matchAll(/\b(?:millrace|process)_\w+/g)].map(([metric]) => metric)
  expect(metrics.length).toBeGreaterThan(10)
  expect(metrics.filter((metric) => !known(metric))).toEqual([])
})

it('draws every metric of the product', () => {
  const dashboard = read('deploy/grafana-dashboard.json')
  expect(() => JSON.parse(dashboard)).not.toThrow()
  expect([...Object.keys(COUNTS), ...Object.keys(DURATIONS)].filter((name) => !dashboard.includes(name))).toEqual([])
})

it('says what to do for each alert', () => {
  const runbook = read('docs/operations.md')
  expect(alerts.length).toBeGreaterThan(5)
  expect(alerts.filter((alert) => !runbook.includes(`| \`${alert}\` |`))).toEqual([])
})

it.each(['deploy/compose.yaml', 'deploy/Dockerfile', 'deploy/millrace.service'])(
  'sets in %s only what Millrace reads',
  (path) => {
    const OF_OTHERS =
      /^(POSTGRES_(USER|DB|PASSWORD_FILE)|SITE|NODE_COMPILE_CACHE|MALLOC_ARENA_MAX|MALLOC_TRIM_THRESHOLD_|MALLOC_TOP_PAD_|DUCKDB_JE_MALLOC_CONF)$/
    const set = [...read(path).matchAll(/(?<=^\s*|Environment=|ENV |\s)([A-Z][A-Z_]{2,})(?==|: )/gm)].map(
      ([, name = '']) => name,
    )
    const unknown = set.filter(
      (name) => !OF_OTHERS.test(name) && !VARIABLES.has(name) && !VARIABLES.get(name.replace(/_FILE$/, ''))?.secret,
    )
    expect(set.length).toBeGreaterThan(2)
    expect(unknown).toEqual([])
  },
)

it('ships every file that the program imports', () => {
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    const imports = read(path).matchAll(
      /^(?:import|export|\} from)\b.*?'(\.{1,2}\/[^']+\.ts)'|\bimport\('(\.{1,2}\/[^']+\.ts)'\)/gm,
    )
    for (const [, always, later = always] of imports) if (later) visit(join(dirname(path), later))
  }
  visit('src/server/millrace.ts')
  expect(reached.size).toBeGreaterThan(500)
  expect([...reached].filter((path) => !SERVER_LAYERS.some((layer) => path.startsWith(`src/${layer}/`)))).toEqual([])
})
