import { afterEach, beforeEach, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { type GoogleCloudStandIn, startGoogleCloud } from '../../src/stand-ins/google-cloud.ts'
import { bigquery, cloudContext, cloudEndpoint } from './mirror-into-bigquery-support.ts'

let cloud: GoogleCloudStandIn

beforeEach(async () => {
  cloud = await startGoogleCloud()
})
afterEach(() => cloud.stop())

const all = async (count: number, everyMs: number) => {
  const plan = { targets: Array.from({ length: count }, (_, n) => `t${n}`), everyMs }
  const found = await bigquery.changeLoadHindrances?.(cloudEndpoint(cloud), cloudContext(cloud), plan)
  return (found ?? []).map(
    ({ reason, side, isNote, statement }) => [side, inEnglish(reason), isNote, statement] as const,
  )
}
const isCost = ([, reason]: readonly [unknown, string, ...unknown[]]) => reason.includes('which Google charges')
/** Without what it costs. */
const asked = async (count = 3, everyMs = 60_000) => (await all(count, everyMs)).filter((one) => !isCost(one))

it('a dataset is ready for a mirror, and nothing of it is changed', async () => {
  expect(await asked()).toEqual([])
  expect([...cloud.tables.keys()]).toEqual([])
})

it('a project without billing is no place for a mirror, because it changes no table', async () => {
  cloud.settings.hasBilling = false
  expect(await asked()).toEqual([
    ['destination', expect.stringContaining('Billing has not been enabled for this project'), undefined, undefined],
  ])
})

it('rights that the account lacks in the bucket are named', async () => {
  cloud.settings.permissions = cloud.settings.permissions.filter((right) => right !== 'storage.objects.delete')
  expect(await asked()).toEqual([
    ['destination', expect.stringContaining('storage.objects.delete'), undefined, undefined],
  ])
})

it('more loads a day than Google allows are refused, with the shortest interval that is possible', async () => {
  expect(await asked(69)).toEqual([])
  expect(await asked(500)).toEqual([
    [
      'destination',
      '500 tables in this interval may be 720,000 loads a day; Google allows 100,000 for a project. Choose an interval of 432 seconds or more.',
      undefined,
      undefined,
    ],
  ])
  expect(await asked(500, 432_000)).toEqual([])
})

it('a dataset whose texts ignore case is told of, with the statement that ends it', async () => {
  cloud.settings.defaultCollation = 'und:ci'
  expect(await asked()).toEqual([
    [
      'destination',
      'Texts in this dataset ignore case (und:ci): a table whose key has a text is paused at its first change.',
      true,
      "ALTER SCHEMA `my-project-123.analytics` SET DEFAULT COLLATE '';",
    ],
  ])
})

it('what Google may charge a day is told, from the sizes of the tables and the interval', async () => {
  const cost = async (everyMs: number) => (await all(3, everyMs)).filter(isCost)
  const note = (reason: string) => [['destination', reason, true, undefined]]
  expect(await cost(60_000)).toEqual(
    note(
      'If every table changes in every interval, 1,440 transactions a day process up to 188 GB, which Google charges. Their 4,320 loads are free.',
    ),
  )
  expect(await cost(3_600_000)).toEqual(
    note(
      'If every table changes in every interval, 24 transactions a day process up to 4 GB, which Google charges. Their 72 loads are free.',
    ),
  )
})
