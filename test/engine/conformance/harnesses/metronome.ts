import { makeMetronomeConnector } from '../../../../src/engine/connectors/metronome/metronome-connector.ts'
import { startMetronome } from '../../../../src/stand-ins/metronome.ts'
import { contextWith } from '../../move-between.ts'
import type { Harness, Place } from '../harness.ts'
import { NOW } from '../orders.ts'

const clock = { now: () => NOW, random: () => 0, sleep: async () => {} }
const connector = makeMetronomeConnector(clock)

export const metronomeHarness = async (): Promise<Harness> => ({ place, stop: async () => {} })

async function place(): Promise<Place> {
  const metronome = await startMetronome(clock.now)
  const withKey = (api_key: string) => ({ integration: 'metronome', credentials: { api_key }, config: {} }) as const
  const properties = () =>
    [...metronome.events.values()].map((event) => event['properties'] as Readonly<Record<string, string>>)
  return {
    connector,
    endpoint: withKey(metronome.apiKey),
    context: (signal) => ({ ...contextWith(signal), vendors: { addresses: { metronome: metronome.address } } }),
    secrets: [metronome.apiKey],
    refused: { endpoint: withKey('no such key'), code: 'SIGN_IN_REFUSED', field: 'api_key' },
    destination: {
      target: 'order',
      orders: async () =>
        properties()
          .map((row) => [row['id'] ?? '', row['note'] ?? null] as const)
          .sort(([one], [other]) => Number(one) - Number(other)),
      columns: async () => [...new Set(properties().flatMap(Object.keys)), 'customer_id', 'timestamp'],
      unholdable: async () => ({
        order: { timestamp: '2026-01-01 00:00:00+00' },
        column: 'timestamp',
        rule: /34 days ago/,
      }),
      loseCommitAnswer: () => metronome.fail('lose-answer', ({ path }) => path === '/v1/ingest'),
    },
    stop: metronome.stop,
  }
}
