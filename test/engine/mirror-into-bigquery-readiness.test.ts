import { afterEach, beforeEach, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { type GoogleCloudStandIn, startGoogleCloud } from '../../src/stand-ins/google-cloud.ts'
import { bigquery, cloudContext, cloudEndpoint } from './mirror-into-bigquery-support.ts'

let cloud: GoogleCloudStandIn

beforeEach(async () => {
  cloud = await startGoogleCloud()
})
afterEach(() => cloud.stop())

const asked = async (plan = { tables: 3, everyMs: 60_000 }) => {
  const found = await bigquery.changeLoadHindrances?.(cloudEndpoint(cloud), cloudContext(cloud), plan)
  return (found ?? []).map(({ reason, side, isNote, statement }) => [side, inEnglish(reason), isNote, statement])
}

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
  expect(await asked({ tables: 69, everyMs: 60_000 })).toEqual([])
  expect(await asked({ tables: 500, everyMs: 60_000 })).toEqual([
    [
      'destination',
      '500 tables in this interval may be 720,000 loads a day; Google allows 100,000 for a project. Choose an interval of 432 seconds or more.',
      undefined,
      undefined,
    ],
  ])
  expect(await asked({ tables: 500, everyMs: 432_000 })).toEqual([])
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
