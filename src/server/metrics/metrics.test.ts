import { expect, it } from 'vitest'

import { makeMetrics } from './metrics.ts'

it('counts what happened, kind by kind', () => {
  const metrics = makeMetrics()
  metrics.count('millrace_runs_ended_total', { outcome: 'succeeded' })
  metrics.count('millrace_runs_ended_total', { outcome: 'succeeded' })
  metrics.count('millrace_runs_ended_total', { outcome: 'failed' })
  metrics.count('millrace_rows_written_total', {}, 1_000)
  expect(metrics.render([]).split('\n')).toEqual([
    '# HELP millrace_runs_ended_total Runs that ended in this process, by outcome.',
    '# TYPE millrace_runs_ended_total counter',
    'millrace_runs_ended_total{outcome="succeeded"} 2',
    'millrace_runs_ended_total{outcome="failed"} 1',
    '# HELP millrace_rows_written_total Rows that runs of this process wrote.',
    '# TYPE millrace_rows_written_total counter',
    'millrace_rows_written_total 1000',
    '',
  ])
})

it('tells how long things took, so that quantiles can be made of any number of processes', () => {
  const metrics = makeMetrics()
  for (const seconds of [0.05, 0.1, 3, 90_000]) metrics.observe('millrace_queue_wait_seconds', seconds)
  const text = metrics.render([])
  expect(text).toContain('# TYPE millrace_queue_wait_seconds histogram')
  expect(text).toContain('millrace_queue_wait_seconds_bucket{le="0.1"} 2\n')
  expect(text).toContain('millrace_queue_wait_seconds_bucket{le="2"} 2\n')
  expect(text).toContain('millrace_queue_wait_seconds_bucket{le="5"} 3\n')
  expect(text).toContain('millrace_queue_wait_seconds_bucket{le="7200"} 3\n')
  expect(text).toContain('millrace_queue_wait_seconds_bucket{le="+Inf"} 4\n')
  expect(text).toContain('millrace_queue_wait_seconds_sum 90003.15\n')
  expect(text).toContain('millrace_queue_wait_seconds_count 4\n')
})

it('shows figures of the moment, and keeps whatever a label holds within its quotes', () => {
  const value = { labels: { code: 'a "b"\n\\c' }, value: 7 }
  expect(makeMetrics().render([{ name: 'waiting', help: 'Waiting.', values: [value] }])).toBe(
    '# HELP waiting Waiting.\n# TYPE waiting gauge\nwaiting{code="a \\"b\\"\\n\\\\c"} 7\n',
  )
})
