import { expect, it } from 'vitest'
import { checkBundledVersion } from './embedded-database.ts'

it('warns of a bundled Postgres that is behind a known minor, with the way out', () => {
  expect(checkBundledVersion('18.4.0-beta.17-linux-x64')).toMatchObject({
    state: 'warning',
    found: 'The bundled Postgres is 18.4; 18.6 is out, and may mend security faults.',
    fix: expect.stringMatching(/^Set DATABASE_URL to/),
  })
  expect(checkBundledVersion('15.18.0-beta.17-linux-x64').state).toBe('warning')
})

it.each(['18.6.0-beta.19-linux-x64', '18.7.0-linux-arm64', '19.0.0-beta.1-darwin-arm64'])(
  'is content with %s',
  (version) => {
    expect(checkBundledVersion(version).state).toBe('ok')
  },
)
