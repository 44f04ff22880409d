import { parseArgs } from 'node:util'

import { benchClickToRow } from './click-to-row.ts'
import { benchPostgresToPostgres } from './pg-pg.ts'

/**
 * `npm run bench -- pg-pg [--rows 3000000] [--rounds 5] [--key]`: how fast we are beside the tools everybody has.
 * `npm run bench -- click-to-row`: how long a person waits after the click.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '3000000' },
    rounds: { type: 'string', default: '5' },
    /** Gives the table a primary key, on both sides. */
    key: { type: 'boolean', default: false },
  },
})

const BENCHES: Readonly<Record<string, typeof benchPostgresToPostgres>> = {
  'pg-pg': benchPostgresToPostgres,
  'click-to-row': benchClickToRow,
}

const bench = BENCHES[positionals[0] ?? '']
if (!bench) {
  console.error(`Which one? npm run bench -- ${Object.keys(BENCHES).join(' | ')}`)
  process.exit(1)
}
await bench({ rows: Number(values.rows), rounds: Number(values.rounds), hasKey: values.key })
