import { tmpdir } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { duckdbMegabytes } from '../../step-process/step-limits.ts'
import { openDuckdb } from './open-duckdb.ts'
import { limitStepResources, stepResources } from './step-resources.ts'

async function threadsOf(folder?: string) {
  const { connection, close } = await openDuckdb(folder)
  const [row] = (await connection.runAndReadAll(`SELECT current_setting('threads')`)).getRows()
  close()
  return Number(row?.[0])
}

it('gives threads to steps that need all rows, and to nothing else', async () => {
  const usual = stepResources()
  onTestFinished(() => limitStepResources(usual))
  expect(await threadsOf(tmpdir())).toBe(1)
  limitStepResources({ ...usual, threads: 3 })
  expect(await threadsOf(tmpdir())).toBe(3)
  expect(await threadsOf()).toBe(1)
})

it('gives DuckDB the memory that its process does not need', () => {
  expect([384, 512, 2_048].map(duckdbMegabytes)).toEqual([192, 192, 1_728])
})
