import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { ALERT_EVENTS, alertTypeOf } from '../../src/core/catalog/alert-events.ts'
import { isFinal, RUN_STATUSES } from '../../src/core/catalog/runs/run-states.ts'

const page = readFileSync(new URL('../../docs/alerts.md', import.meta.url), 'utf8')
const types = ALERT_EVENTS.map(alertTypeOf)

it('docs/alerts.md explains every event of a channel in its table', () => {
  expect(types.filter((type) => !page.includes(`| \`${type}\` |`))).toEqual([])
})

it('a channel can be told of every state in which a run ends', () => {
  const told = types.map((type) => type.replace(/^(run|flow)\./, ''))
  expect(RUN_STATUSES.filter((status) => isFinal(status) && !told.includes(status))).toEqual([])
})
