import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { announcementOf } from '../../src/core/notices/announcements.ts'

const UI = join(import.meta.dirname, '../../src/ui')
const QUERY = /queryFn: \([^)]*\) =>\s+unwrap\((?:services\.)?(\w+)\(/g

/** The specification has them say so. */
const TOLD_BY_SPECIFICATION = [
  'listMembers',
  'fetchDashboard',
  'fetchBillingStatus',
  'listIntegrations',
  'fetchIntegrationDetails',
  'listConnections',
]

/** Without plans the page shows nothing in their place. */
const TOLD_BY_NO_PAGE = ['listPlans']

const files = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.tsx?$/.test(name))
const called = new Set(
  files.flatMap((name) =>
    [...readFileSync(join(UI, name), 'utf8').matchAll(QUERY)].flatMap(([, useCase = '']) => useCase),
  ),
)

it('a query announces nothing: its page shows what became of it', () => {
  // One that sees no queries finds no fault.
  expect(called.size).toBeGreaterThan(20)
  const loud = [...called].filter((useCase) => {
    const { success, failure } = announcementOf(useCase)
    return success !== undefined || failure !== 'silent'
  })
  expect(new Set(loud)).toEqual(new Set([...TOLD_BY_SPECIFICATION, ...TOLD_BY_NO_PAGE]))
})
