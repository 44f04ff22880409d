import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { ERROR_CLASSES } from '../../src/core/catalog/errors/error-classes.ts'
import type { RequestErrorKind } from '../../src/server/domain/request-error.ts'
import { STATUS_OF } from '../../src/server/http/problem.ts'

interface Refusal {
  readonly statuses: readonly number[]
  readonly says: readonly string[]
}

/** Codes whose status or sentence depends on the case, and refusals that are no RequestError. */
const TOLD: Readonly<Record<string, Refusal>> = {
  INVALID: {
    statuses: [400, 422],
    says: ['A field of the request has a value that is not taken; details.field names it.'],
  },
  TOO_MANY_VALUES: { statuses: [400], says: ['The body has more values than any request needs.'] },
  TOO_MANY_STREAMS: { statuses: [429], says: ['Too many event streams are open.'] },
  CODE_FAULTS: {
    statuses: [422],
    says: ['Files of flows as code have faults; details.faults lists them by file and line.'],
  },
  FLOWS_IN_A_LOOP: { statuses: [422], says: ['Flows would start each other without an end.'] },
  CONNECTION_TEST_FAILED: {
    statuses: [422],
    says: ['The connection was tested, and the test failed; details has its code.'],
  },
  STAND_IN_UNAVAILABLE: { statuses: [409], says: ['This server offers no such test account.'] },
  INTEGRATION_IN_USE: {
    statuses: [409],
    says: ['Connections still use the integration; details.connections lists them.'],
  },
  REAUTH_REQUIRED: { statuses: [422], says: ['Google no longer accepts the consent: connect the account again.'] },
  FORBIDDEN: { statuses: [403], says: ['The role of the caller does not permit the call.'] },
  PART_IS_GONE: { statuses: [409], says: ['Something that it needs was deleted permanently.'] },
  CANNOT_BACKFILL: { statuses: [422, 409], says: ['The stream cannot be filled by ranges; the message says why.'] },
  CANNOT_MIRROR: { statuses: [422], says: ['The flow cannot be a mirror as it is; the message says why.'] },
  QUEUE_FULL: { statuses: [429], says: ['Too many runs of the organization are waiting already.'] },
  RUN_ALREADY_ACTIVE: { statuses: [409], says: ['The flow is running already; details.run_id is its run.'] },
  TOKEN_REFUSED: {
    statuses: [401],
    says: ['The token of another system is not accepted; the message names the claim.'],
  },
  SIGNATURE_MISSING: { statuses: [401], says: ['The call is not signed.'] },
  SIGNATURE_OLD: { statuses: [401], says: ['The call was signed more than 5 minutes ago, or will be.'] },
  SIGNATURE_WRONG: { statuses: [401], says: ['The signature does not belong to an inbound URL with this address.'] },
  UNAVAILABLE: { statuses: [503], says: ['The server cannot reach its database right now.'] },
  LIMIT_REACHED: {
    statuses: [409],
    says: ['An account or an organization has as many of these as it may have: details has kind, count and limit.'],
  },
  LOCKED: { statuses: [409], says: ['These credentials cannot be opened with this server’s MASTER_KEY.'] },
  INTERNAL: { statuses: [500], says: ['Something went wrong on the server. It has been logged.'] },
}

const REFUSAL = /new RequestError\(\s*'([\w-]+)',\s*'([A-Z_]+)',\s*sentence`((?:[^`\\$]|\\.|\$\{[^}]*\})*)`/g
const ANY_CODE = /new RequestError\(\s*[^,]+,\s*'([A-Z_]+)'/g

function refusals(): ReadonlyMap<string, Refusal> {
  const found = new Map<string, Refusal>(Object.entries(TOLD))
  for (const path of globSync('src/server/**/*.ts', { exclude: ['**/*.test.ts'] }).sort()) {
    const text = readFileSync(path, 'utf8')
    for (const [, kind = '', code = '', says = ''] of text.matchAll(REFUSAL)) {
      if (TOLD[code]) continue
      const status = STATUS_OF[kind as RequestErrorKind]
      const before = found.get(code) ?? { statuses: [], says: [] }
      const told = says.replace(/\$\{[^}]*\}/g, '…')
      found.set(code, {
        statuses: [...new Set([...before.statuses, status])],
        says: [...new Set([...before.says, told])],
      })
    }
    for (const [, code = ''] of text.matchAll(ANY_CODE)) expect(found.has(code), `${code} of ${path}`).toBe(true)
  }
  return found
}

const FIXED = {
  credentials: 'the credentials',
  connection: 'the settings of the connection',
  stream: 'the stream of the flow',
  step: 'the step of the flow',
  permission: 'permissions in the other system',
  system: 'the other system',
  rows: 'the rows at the source',
  wait: 'nowhere: it passes',
  operator: 'this server, by its operator',
  report: 'Millrace: please report it',
} as const

it('has a page with every code', async () => {
  const codes = [...refusals()].sort(([one], [other]) => one.localeCompare(other))
  const systems = Object.entries(ERROR_CLASSES).filter(([code]) => !codes.some(([known]) => known === code))
  const page = [
    '# Error codes',
    '',
    'Made from the sources (`test/contracts/error-reference.test.ts`). [The API](api.md#refusals) describes the form of a refusal. Programs read the code; messages may change.',
    '',
    '## Of the API',
    '',
    ...codes.flatMap(([code, { statuses, says }]) => [
      ...[`### ${code}`, '', `Status ${statuses.join(' or ')}.`, ''],
      ...says.map((told) => `- ${told}`),
      '',
    ]),
    '## Of other systems',
    '',
    'A test of a connection, a run or a step ends with them; a call that meets one answers 422. The message quotes the system.',
    '',
    ...systems.flatMap(([code, { fix, attempts }]) => [
      ...[`### ${code}`, ''],
      `It is fixed at: ${FIXED[fix]}.${attempts > 1 ? ` A run is tried up to ${attempts} times.` : ''}`,
      '',
    ]),
  ].join('\n')
  await expect(`${page.trimEnd()}\n`).toMatchFileSnapshot('../../docs/errors.md')
})
