import { expect, it } from 'vitest'

import { parseConnectionAddress } from './connection-address.ts'

it.each([
  [
    'postgres',
    'postgres://ada:p%40ss@db.example.com:5433/shop?sslmode=require',
    { host: 'db.example.com', port: '5433', user: 'ada', password: 'p@ss', dbname: 'shop', sslmode: 'require' },
  ],
  ['postgres', ' postgresql://db.example.com/shop ', { host: 'db.example.com', port: '5432', dbname: 'shop' }],
  ['postgres', 'postgres://ada@[2001:db8::1]/shop', { host: '2001:db8::1', port: '5432', user: 'ada', dbname: 'shop' }],
  [
    'mysql',
    'mysql://ada:secret@10.0.0.7/shop',
    { host: '10.0.0.7', port: '3306', user: 'ada', password: 'secret', database: 'shop' },
  ],
  [
    'postgres',
    'postgres://ada:100%/of@all@db/shop',
    { host: 'db', port: '5432', user: 'ada', password: '100%/of@all', dbname: 'shop' },
  ],
  ['mysql', 'mariadb://10.0.0.7:3307/shop', { host: '10.0.0.7', port: '3307', database: 'shop' }],
] as const)('reads of %s what %s says', (type, text, values) => {
  expect(parseConnectionAddress(type, text)).toEqual(values)
})

it.each([
  ['postgres', 'mysql://db/shop'],
  ['postgres', 'db.example.com'],
  ['postgres', 'postgres://'],
  ['bigquery', 'postgres://db/shop'],
])('is no address of %s: %s', (type, text) => {
  expect(parseConnectionAddress(type, text)).toBeUndefined()
})
