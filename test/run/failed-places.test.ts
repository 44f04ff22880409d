import { expect, it } from 'vitest'

import { failedPlaces } from './failed-places.ts'

it('names each failed test of vitest, its file once, and a file that did not load', () => {
  const report = JSON.stringify({
    testResults: [
      {
        name: '/p/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'a is red' },
          { status: 'passed', fullName: 'a is green' },
          { status: 'failed', fullName: 'a is red, too' },
        ],
      },
      { name: '/p/b.test.ts', status: 'failed', assertionResults: [] },
      { name: '/p/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'c' }] },
    ],
  })
  expect(failedPlaces('vitest', report)).toEqual({
    places: ['/p/a.test.ts', '/p/b.test.ts'],
    names: ['a is red', 'a is red, too', '/p/b.test.ts'],
  })
})

it('names each failed journey, however deep it stands', () => {
  const spec = { title: 'signs in', ok: false, file: 'sign-in.spec.ts', line: 7 }
  const suites = [{ specs: [{ ...spec, ok: true }], suites: [{ specs: [spec] }] }]
  expect(failedPlaces('playwright', JSON.stringify({ suites }))).toEqual({
    places: ['sign-in.spec.ts:7'],
    names: ['signs in'],
  })
})

it('names nothing of a gate, or where there is no report', () => {
  expect(failedPlaces('gate', undefined)).toEqual({ places: [], names: [] })
  expect(failedPlaces('vitest', undefined)).toEqual({ places: [], names: [] })
})
