import { expect, it } from 'vitest'

import { CONNECTION_TYPE_NAMES, CONNECTION_TYPES } from './connection-types.ts'
import { DATASET_FORMS, datasetName } from './dataset-names.ts'
import { INTEGRATION_TYPES } from './integration-types.ts'

it.each([
  [
    'postgres',
    { host: 'DB.example.com', port: 5432, dbname: 'shop' },
    'public.orders',
    'postgres://db.example.com:5432',
    'shop.public.orders',
  ],
  ['mysql', { host: 'db', port: '3306', database: 'shop' }, 'shop.orders', 'mysql://db:3306', 'shop.orders'],
  ['bigquery', { project_id: 'p', dataset_id: 'd' }, 'orders', 'bigquery', 'p.d.orders'],
  ['google_sheets', { spreadsheet_id: 'aB1' }, 'Sheet1', 'googlesheets://aB1', 'Sheet1'],
  ['email', { connection: 'c-1', to_email: 'eve@example.com' }, 'orders', 'email://c-1', 'orders'],
] as const)('a table of %s has the name that other programs give it', (type, fields, entity, namespace, name) => {
  expect(datasetName(type, fields, entity)).toEqual({ namespace, name })
})

it.each(CONNECTION_TYPE_NAMES)('the names of %s are made of fields that are not secret', (type) => {
  const { namespace, name } = DATASET_FORMS[type]
  const { fields, integrations } = CONNECTION_TYPES[type]
  const open = [...fields, ...integrations.flatMap((integration) => [...INTEGRATION_TYPES[integration].fields])]
    .filter(({ secret }) => !secret)
    .map((field): string => field.name)
  const used = [...`${namespace} ${name}`.matchAll(/\{(\w+)\}/g)].map(([, field]) => field)
  expect([...open, 'entity', 'connection']).toEqual(expect.arrayContaining(used))
})
