import { freshSheets } from '../../move-sheets.ts'
import type { Harness, Place } from '../harness.ts'
import { HOSTILE_NAMES, HOSTILE_TEXTS, SEEDED_ROWS } from '../orders.ts'

export const googleSheetsHarness = async (): Promise<Harness> => ({ place, stop: async () => {} })

async function place(): Promise<Place> {
  const { google, connector, endpoint, context } = await freshSheets()
  google.put('Front', [['a'], [1]])
  const isCommit = ({ body }: { body: Buffer }) => body.includes('eveloperMetadata')
  return {
    connector,
    endpoint,
    context,
    secrets: [String(endpoint.credentials['refresh_token'])],
    refused: {
      endpoint: { ...endpoint, credentials: { ...endpoint.credentials, refresh_token: '1//withdrawn' } },
      code: 'REAUTH_REQUIRED',
      field: 'integration_id',
    },
    leftovers: async () => google.titles.filter((title) => title.startsWith('_millrace_')),
    source: {
      async seed() {
        google.put('Orders', [
          ['id', 'note', 'paid'],
          ...SEEDED_ROWS.map(([id, note, paid]) => [Number(id), note, Number(paid)]),
        ])
        return {
          entity: 'sheets.Orders',
          columns: [
            ['id', 'integer'],
            ['note', 'text'],
            ['paid', 'float'],
          ],
          count: SEEDED_ROWS.length,
          rows: SEEDED_ROWS.map(([id, note, paid]) => [id, note, String(Number(paid))]),
        }
      },
      async hostile() {
        const rows = HOSTILE_TEXTS.map((text) => HOSTILE_NAMES.map(() => text))
        google.put(`it's "100 %"!`, [HOSTILE_NAMES, ...rows])
        return {
          entity: `sheets.it's "100 %"!`,
          columns: HOSTILE_NAMES.map((name) => [name, 'text'] as const),
          count: rows.length,
          rows,
        }
      },
      async large() {
        const rows = Array.from({ length: 6_000 }, (_, n) => [n, `note ${n}`])
        google.put('Large', [['id', 'note'], ...rows], { rowCount: 6_001, columnCount: 10 })
        return { entity: 'sheets.Large', count: 6_000 }
      },
      kinds: async () => [{ entity: 'sheets.Front', kind: 'sheet', count: 1 }],
      vanish: () => google.stop(),
    },
    destination: {
      target: 'sheets.Orders',
      async orders() {
        const [header = [], ...rows] = google.rows('Orders') ?? []
        const at = (name: string) => header.indexOf(name)
        return rows.map((row) => [String(row[at('id')]), (row[at('note')] as string | undefined) ?? null])
      },
      columns: async () => (google.rows('Orders')?.[0] ?? []).map(String),
      unholdable: async () => ({ order: { note: 'x'.repeat(50_001) }, column: 'note', rule: /at most 50,000/ }),
      loseCommitAnswer: () => google.fail('lose-answer', isCommit),
    },
    stop: () => google.stop(),
  }
}
