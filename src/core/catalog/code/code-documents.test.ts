import { expect, it } from 'vitest'

import { codeFiles } from './code-documents.ts'
import { isSecretReference, placeholderOf, readSecretReference } from './secret-references.ts'

it('each document has a file of its own, which every system accepts', () => {
  expect(
    codeFiles([
      { kind: 'flow', name: 'Orders → Warehouse' },
      { kind: 'flow', name: 'orders warehouse!' },
      { kind: 'connection', name: 'Aufträge: EU/US' },
      { kind: 'connection', name: '../..' },
      { kind: 'flow', name: `${'x'.repeat(79)} y` },
    ]),
  ).toEqual([
    'flows/orders-warehouse.yaml',
    'flows/orders-warehouse-2.yaml',
    'connections/aufträge-eu-us.yaml',
    'connections/connection.yaml',
    `flows/${'x'.repeat(79)}.yaml`,
  ])
})

it('a secret is named by its place, and nothing else counts as a reference', () => {
  expect(readSecretReference('env:SHOP_PASSWORD')).toEqual({ source: 'env', place: 'SHOP_PASSWORD' })
  expect(readSecretReference('vault:kv/data/shop#password')).toEqual({
    source: 'vault',
    place: 'kv/data/shop#password',
  })
  for (const text of ['s3cret', 'env:', 'env: ', 'ENV:X', 'http://x', 'env:A\nB'])
    expect(isSecretReference(text)).toBe(false)
  expect(isSecretReference(7)).toBe(false)
})

it('the variable of a stored secret has the name of what it belongs to', () => {
  expect(placeholderOf('Shop (EU) Läden', 'password')).toBe('env:MILLRACE_SHOP_EU_LADEN_PASSWORD')
})
