import { expect } from 'vitest'
import { CONNECTION_TYPES } from '../../../src/core/catalog/connections/connection-types.ts'
import type { Endpoint } from '../../../src/engine/ports/connector.ts'
import { says } from '../../support/says.ts'
import type { Case } from './case.ts'
import type { Place } from './harness.ts'

const stagesOf = ({ connector, context }: Place, endpoint: Endpoint) =>
  connector.test(endpoint, CONNECTION_TYPES[connector.type].capability, context())

export const CONNECTION_CASES = {
  'a good connection': {
    title: 'a test of a good connection passes every stage',
    async try(place) {
      const stages = await stagesOf(place, place.endpoint)
      expect(stages.filter(({ status }) => status !== 'passed')).toEqual([])
      expect(stages.length).toBeGreaterThan(0)
    },
  },
  'refused credentials': {
    title: 'a test names the field and the reason when credentials are refused',
    async try(place) {
      const { endpoint, code, field } = place.refused
      const stages = await stagesOf(place, endpoint)
      const failed = stages.findIndex(({ status }) => status === 'failed')
      expect(stages[failed]?.problem).toMatchObject({ code, field, retryable: false })
      expect(stages[failed]?.problem?.message).toEqual(says(expect.stringMatching(/^[A-Z“].*\.$/s)))
      expect(stages[failed]?.problem?.hint).toEqual(says(expect.stringMatching(/\.$/)))
      expect(stages.slice(failed + 1).filter(({ status }) => status !== 'skipped')).toEqual([])
    },
  },
  'no secret is shown': {
    title: 'no secret appears in tests, discovery and errors',
    async try(place) {
      const { connector, context, endpoint, refused, secrets } = place
      const offered = Object.values(refused.endpoint.credentials).filter(
        (value) => typeof value === 'string' && !Object.values(endpoint.credentials).includes(value),
      )
      const open = connector.openDestination ?? connector.openSource
      const thrown = await Promise.allSettled([
        connector.discover(refused.endpoint, context()),
        open?.(refused.endpoint, context()).then((opened) => opened.close()),
      ])
      const said = JSON.stringify([
        await stagesOf(place, endpoint),
        await stagesOf(place, refused.endpoint),
        await connector.discover(endpoint, context()),
        thrown.map((outcome) =>
          outcome.status === 'rejected' ? { ...outcome.reason, text: String(outcome.reason) } : 0,
        ),
      ])
      expect([...secrets, ...offered].filter((secret) => said.includes(JSON.stringify(secret).slice(1, -1)))).toEqual(
        [],
      )
      expect(secrets.every((secret) => secret.length > 5)).toBe(true)
    },
  },
} as const satisfies Readonly<Record<string, Case>>
