import { expect, it } from 'vitest'

import { slowFiles } from './slow-files.ts'

it('names the files that take longer than a file may, the slowest first', () => {
  const took = (name: string, seconds: number) => ({
    name: `/p/test/${name}`,
    startTime: 5_000,
    endTime: 5_000 + seconds * 1000,
  })
  const report = JSON.stringify({
    testResults: [took('a.test.ts', 60), took('b.test.ts', 61), took('c.test.ts', 200.4)],
  })
  expect(slowFiles(report, '/p')).toEqual(['test/c.test.ts: 200 s', 'test/b.test.ts: 61 s'])
})
