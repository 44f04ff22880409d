import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { OPERATIONS } from '../../src/contract/requests/operations.ts'
import { MAX_BULK_ITEMS } from '../../src/core/catalog/bulk-calls.ts'
import { MAX_CODE_FILES } from '../../src/core/catalog/code/code-documents.ts'
import { MAX_PROPOSALS } from '../../src/core/catalog/code/flow-proposals.ts'
import { DEFAULT_LIMITS, LIMIT_KINDS } from '../../src/core/catalog/limits.ts'
import { DEFAULT_REJECT_LIMITS, MAX_REJECT_LIMITS } from '../../src/core/catalog/runs/reject-limits.ts'
import { MAX_FEDERATED_CREDENTIALS } from '../../src/core/catalog/service-keys.ts'
import { ORGANIZATION_DAYS } from '../../src/core/catalog/trash.ts'
import { ROW_MEGABYTES } from '../../src/engine/formats/row-memory.ts'
import { STEP_LIMITS } from '../../src/engine/step-process/step-limits.ts'
import { limitsFrom } from '../../src/server/main/limit-variables.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const inWords = (count: number) => count.toLocaleString('en')

const page = read('docs/security.md')
const rows = page
  .slice(page.indexOf('## Limits'), page.indexOf('The address is that of the socket'))
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split(' | '))
  .map(([what = '', most = '', setting = '']) => ({ what: what.replace('| ', ''), most, setting }))

/** Calls of the contract that have a limit of their own, by the row that says it. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  'links of invitations': ['acceptInvitation', 'previewInvitation'],
  'returns from Google': ['finishGoogleAuth'],
  'keys for programs': ['requestKey', 'fetchKey', 'exchangeToken'],
  'an inbound URL': ['startByInboundUrl'],
  'calls that reach other systems, of an account': [
    'testUnsavedConnection',
    'testConnection',
    'discoverConnection',
    'findRefusals',
    'showRows',
    'planStructure',
    'previewFlow',
    'planStream',
    'planTargets',
    'estimateFlow',
    'getFlowEstimate',
    'countBackfill',
    'checkMirror',
    'changeTarget',
    'addStandIn',
  ],
  'files as code, of an account': ['planCode', 'applyCode', 'proposeFlow', 'tryCode'],
  'rows for assistants, of an account': ['showFlowRows', 'showChangedRows', 'showRejectedRows', 'showCheckRows'],
  'bulk, of an account': ['performBulk'],
  'mails and messages, of an account': [
    'createInvitation',
    'resendInvitation',
    'testAlertChannel',
    'replayAlertDelivery',
  ],
}

const limits = DEFAULT_LIMITS
const MEGABYTE = 1_048_576
const largest = Math.max(...OPERATIONS.map((row) => row.largest ?? 0)) / MEGABYTE

/** What rows must say: from a constant that is imported, or from one of a file, as it stands there. */
const SAID: readonly (readonly [what: string, said: string, file?: string, constant?: string])[] = [
  ['body', `files as code ${largest} MB`],
  ['body', '1 MB', 'src/server/http/requests/read-body.ts', 'largest: number = MEGABYTE'],
  ['body', 'depth 32', 'src/server/http/requests/inspect-values.ts', 'MAX_DEPTH = 32'],
  ['body', '50,000 values', 'src/server/http/requests/inspect-values.ts', 'MAX_VALUES = 50_000'],
  ['YAML of flows as code', '100,000 tokens', 'src/server/http/code/refuse-large-text.ts', 'MAX_PARTS = 100_000'],
  ['YAML of flows as code', '32 levels', 'src/server/http/code/refuse-large-text.ts', 'MAX_LEVELS = 32'],
  ['YAML of flows as code', '100 errors', 'src/server/http/code/refuse-large-text.ts', 'MAX_FAULTS = 100'],
  [
    'headers, slow callers',
    '10 s for headers, 30 s',
    'src/server/main/listen.ts',
    'headersTimeout: 10_000, requestTimeout: 30_000',
  ],
  ['refused tokens', '60 a minute', 'src/server/http/callers.ts', 'REFUSED_TOKEN_LIMIT = { calls: 60, seconds: 60 }'],
  ['a person', '1,200 calls a minute', 'src/server/http/app.ts', 'PERSON_LIMIT = { calls: 1_200, seconds: 60 }'],
  [
    'keys of one address',
    '6,000 calls a minute',
    'src/server/http/callers.ts',
    'KEY_LIMIT = { calls: 6_000, seconds: 60 }',
  ],
  ['keys for programs', `${MAX_FEDERATED_CREDENTIALS} federated credentials`],
  ['open event streams', '20 a person', 'src/server/http/events/event-streams.ts', 'MAX_PER_PERSON = 20'],
  [
    'calls that reach other systems, of an account',
    'Three at once, or two with steps',
    'src/server/tasks/task-calls.ts',
    'CALLS_AT_ONCE = { max: 12, maxOfAccount: 6 }',
  ],
  ['calls that reach other systems, of an account', '10 s', 'src/server/tasks/task-calls.ts', 'MAX_WAIT_MS = 10_000'],
  ['memory and time of such a call', 'is ended', 'src/server/tasks/task-calls.ts', 'MAX_CALL_SECONDS = 120'],
  ['files as code, of an account', `${inWords(MAX_CODE_FILES)} files`],
  ['files as code, of an account', `${MAX_PROPOSALS} newest proposals`],
  ['bulk, of an account', `${inWords(MAX_BULK_ITEMS)} things`],
  [
    'organizations of an account',
    `${limits.organizations} that it owns, those that were deleted in the last ${ORGANIZATION_DAYS} days`,
  ],
  [
    'things of an organization',
    `${inWords(limits.flows)} flows, ${inWords(limits.connections)} connections, ${inWords(limits.integrations)} integrations`,
  ],
  [
    'things of an organization',
    `${limits['alert-channels']} alert channels, ${limits.keys} keys, ${inWords(limits.invitations)} open invitations`,
  ],
  ['things of an organization', `${inWords(limits.trash)} things in the trash`],
  ['versions', '500 newest', 'src/server/store/versions/versions.ts', 'KEPT = 500'],
  ['`Idempotency-Key`', '10,000 a caller', 'src/server/store/organizations/request-keys.ts', 'MAX_KEYS = 10_000'],
  ['`Idempotency-Key`', '64 MB', 'src/server/store/organizations/request-keys.ts', 'MAX_BYTES = 64 * 1024 * 1024'],
  ['runs', 'five active for each account', 'src/core/catalog/runs/run-limits.ts', 'active: 5, '],
  ['runs', '50 waiting for each organization', 'src/core/catalog/runs/run-limits.ts', 'waiting: 50 }'],
  ['steps', `${STEP_LIMITS.memory} MB and ${STEP_LIMITS.seconds} s`],
  ['steps', `${STEP_LIMITS.idleSeconds / 60} minutes of a processor`],
  ['steps', `${inWords(STEP_LIMITS.disk)} MB of temporary files`],
  ['answers of databases', '200,000 rows', 'src/engine/connectors/sql/answer-size.ts', 'MAX_ROWS = 200_000'],
  ['answers of databases', '4,000 columns', 'src/engine/connectors/sql/answer-size.ts', 'MAX_FIELDS = 4_000'],
  ['answers of databases', '64 MB of objects', 'src/engine/connectors/sql/answer-size.ts', 'MAX_BYTES = 64 * MEGABYTE'],
  [
    'answers of databases',
    '256 MB of all',
    'src/engine/connectors/sql/answer-size.ts',
    'MAX_TOTAL_BYTES = 256 * MEGABYTE',
  ],
  [
    'answers of databases',
    '128 MB on the wire',
    'src/engine/connectors/sql/driver-session.ts',
    'LONGEST_ANSWER = 128 << 20',
  ],
  [
    'the store and the memory of the process that answers',
    'a third of the sessions',
    'src/server/store/database/make-in-turn.ts',
    'Math.floor(connections / 3)',
  ],
  [
    'the store and the memory of the process that answers',
    'a list has at most 64 MB',
    'src/server/http/wire/write-list.ts',
    'LARGEST = 64 * MEGABYTE',
  ],
  [
    'the store and the memory of the process that answers',
    '64 MB of an account and 256 MB of all',
    'src/server/http/unread-answers.ts',
    'ofCaller: 64 * MEGABYTE, ofAll: 256 * MEGABYTE',
  ],
  ['a row that is moved', `${ROW_MEGABYTES} MB`],
  [
    'an answer of a vendor',
    '64 MB',
    'src/engine/connectors/vendor-api/vendor-client.ts',
    'MAXIMUM_BYTES = 64 * 1024 * 1024',
  ],
  ['rejected rows', `${inWords(DEFAULT_REJECT_LIMITS.rows)} rows and ${DEFAULT_REJECT_LIMITS.megabytes} MB`],
  ['rejected rows', `${DEFAULT_REJECT_LIMITS.days} days`],
  ['rejected rows', `up to ${inWords(MAX_REJECT_LIMITS.rows)} rows and ${inWords(MAX_REJECT_LIMITS.megabytes)} MB`],
]

it('each row says what a constant or a call of the contract says', () => {
  const held = new Set([...SAID.map(([what]) => what), ...Object.keys(CALLS)])
  expect(rows.map(({ what }) => what).filter((what) => !held.has(what))).toEqual([])
  expect([...held].filter((what) => !rows.some((row) => row.what === what))).toEqual([])
})

it.each(SAID)('the row “%s” says “%s”', (what, said, file, constant) => {
  expect(rows.find((row) => row.what === what)?.most).toContain(said)
  if (file !== undefined && constant !== undefined) expect(read(file)).toContain(constant)
})

it('every call with a limit of its own is in a row, with that limit', () => {
  const limited = OPERATIONS.filter((row) => row.limit)
  const listed = Object.values(CALLS).flat()
  expect(limited.map(({ name }) => name as string).sort()).toEqual(listed.toSorted())
  for (const [what, names] of Object.entries(CALLS)) {
    const said = rows.find((row) => row.what === what)?.most ?? ''
    for (const { name, limit } of limited) {
      if (limit && names.includes(name)) expect(said, name).toMatch(new RegExp(`\\b${limit.calls}\\b`))
    }
  }
})

it('every limit with a variable is named with it', () => {
  const variables: string[] = []
  limitsFrom((name) => {
    variables.push(name)
    return undefined
  })
  const settings = rows.map(({ setting }) => setting).join(' ')
  expect(variables).toHaveLength(LIMIT_KINDS.length)
  for (const name of variables) expect(settings).toContain(`\`${name}\``)
})
