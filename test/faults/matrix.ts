import { type MatrixRow, proof } from './matrix-row.ts'

/** Everything at every point, see `npm run faults`. */
const SEEDED = proof(
  'test/faults/seeded/try-kinds.ts',
  'loses nothing, brings nothing twice and shows no half, whatever breaks',
)
const CONFORMANCE = 'test/engine/conformance/destination-cases.ts'
const FENCED = proof(CONFORMANCE, 'only the newest attempt of a run can commit')
const VENDOR_CLIENT = 'src/engine/connectors/vendor-api/vendor-client.test.ts'

/** What may go wrong around a run, and where it is shown what becomes of it then. */
export const FAULT_MATRIX: readonly MatrixRow[] = [
  {
    id: 'F-01',
    fault: 'The source ends the connection in the middle of the rows',
    proofs: [
      proof('test/engine/faults.test.ts', 'fails that stream, moves the others, and leaves the old rows'),
      proof('test/engine/mysql.test.ts', 'that ends the connection fails the stream and keeps the old rows'),
    ],
  },
  {
    id: 'F-02',
    fault: 'The source is lost in the middle of any row',
    proofs: [proof('test/faults/every-row.test.ts', 'is lost in the middle of any of fifty rows')],
  },
  {
    id: 'F-03',
    fault: 'The network to the source resets, stops answering, is slow, late, or delivers single bytes',
    proofs: [
      proof('test/faults/network.test.ts', 'that hands over %s changes no row'),
      proof('test/faults/stall.test.ts', 'is found out, and the old rows stay'),
      proof('test/engine/faults.test.ts', 'survives that all connections to the %s break without a word'),
    ],
  },
  {
    id: 'F-04',
    fault: 'The source stops answering, or only works for a long time',
    proofs: [
      proof('test/faults/stall.test.ts', 'a server that goes silent in the middle of the rows'),
      proof('test/faults/stall.test.ts', 'a server that thinks for long is left alone, whichever it is'),
    ],
  },
  {
    id: 'F-05',
    fault: 'The snapshot of the source is lost',
    proofs: [
      proof(
        'test/faults/refused-by-server.test.ts',
        'because its standby had to go on, or its view of the rows is too old',
      ),
      proof('test/engine/faults.test.ts', 'refuses to empty the target because the source was %s during the run'),
    ],
  },
  {
    id: 'F-06',
    fault: 'The destination ends the connection in the middle of the rows',
    proofs: [
      proof('test/engine/faults.test.ts', 'fails that stream, moves the others, and leaves the old rows'),
      SEEDED,
    ],
  },
  {
    id: 'F-07',
    fault: 'The answer to the commit is lost',
    proofs: [
      proof('test/engine/fence.test.ts', 'knows that it has committed when only the answer was lost'),
      proof(CONFORMANCE, 'a lost answer to a commit leaves every row there once'),
    ],
  },
  {
    id: 'F-08',
    fault: 'The destination’s disk is full',
    proofs: [
      proof('test/faults/disk-full.test.ts', 'whose disk fills up under the rows'),
      proof('test/faults/refused-by-server.test.ts', 'because its disk is full'),
      proof('src/server/domain/runs/retry-pause.test.ts', 'tries once more on a full disk'),
    ],
  },
  {
    id: 'F-09',
    fault: 'The rows break a constraint of the target',
    proofs: [
      proof('test/engine/swap.test.ts', 'changes nothing when the rows break a constraint of the target'),
      proof('test/faults/refused-by-server.test.ts', 'because a constraint is broken'),
    ],
  },
  {
    id: 'F-10',
    fault: 'A deadlock, or a lock that is not granted',
    proofs: [
      proof('test/faults/deadlock.test.ts', 'a deadlock in Postgres that ends our work'),
      proof('test/faults/deadlock.test.ts', 'a deadlock in MySQL that ends our work'),
      proof(
        'test/engine/swap.test.ts',
        'gives up with advice when a long query holds the table, and leaves the old rows',
      ),
      proof('test/engine/mysql.test.ts', 'a reader that holds the target is waited for a while, and then told'),
    ],
  },
  {
    id: 'F-11',
    fault: 'A permission is revoked in the middle of a run',
    proofs: [
      proof(
        'test/faults/refused-by-server.test.ts',
        'ends the run with the name of what is missing, and the old rows stay',
      ),
    ],
  },
  {
    id: 'F-12',
    fault: 'The worker is killed at any moment',
    proofs: [SEEDED, proof('test/server/take-over.test.ts', 'is taken over by another within 30 s, exactly once')],
  },
  {
    id: 'F-13',
    fault: 'The worker is paused, another takes over, the first wakes up',
    proofs: [
      proof(
        'test/engine/fence.test.ts',
        'ends the session of an older attempt that is stuck with its locks, and takes over',
      ),
      FENCED,
      SEEDED,
      proof('test/faults/seeded/always-tried.ts', 'does not execute the SQL before the rows when it wakes up'),
      proof('test/engine/paused-mysql.test.ts', 'is ended by the next attempt, and changes nothing when it wakes up'),
    ],
  },
  {
    id: 'F-14',
    fault: 'A run that kills its workers',
    proofs: [proof('test/server/retries.test.ts', 'is not given to a fifth worker when four in a row have died of it')],
  },
  {
    id: 'F-15',
    fault: 'The server is asked to stop in the middle of a run',
    proofs: [
      proof('test/start/stopping.test.ts', 'ends everything within 5 s, leaving no process'),
      proof(
        'test/start/killed-while-running.test.ts',
        'has everything again after %s, and finishes the run that was going',
      ),
      SEEDED,
    ],
  },
  {
    id: 'F-16',
    fault: 'The server is restarted while a run is requested',
    proofs: [
      proof(
        'test/faults/store-away.test.ts',
        'made again after the server was started anew is answered with the same run',
      ),
    ],
  },
  {
    id: 'F-17',
    fault: 'Many workers claim the same runs',
    proofs: [
      proof(
        'test/server/run-queue.test.ts',
        'gives each of many runs to one of several workers, once, and keeps none that has ended',
      ),
      FENCED,
    ],
  },
  {
    id: 'F-18',
    fault: 'A run is requested many times at once',
    proofs: [proof('test/server/runs.test.ts', 'is the same run for the same key, and there is only one at a time')],
  },
  {
    id: 'F-19',
    fault: 'The same idempotency key comes with another request',
    proofs: [
      proof(
        'test/faults/store-away.test.ts',
        'a key is one flow’s alone: with another flow it is refused, and nothing runs',
      ),
    ],
  },
  {
    id: 'F-20',
    fault: 'The store is unavailable for a while',
    proofs: [
      proof(
        'test/faults/store-away.test.ts',
        'are told to come back in a moment, and a run that is under way ends well',
      ),
    ],
  },
  {
    id: 'F-21',
    fault: 'The store refuses writes, or is full',
    proofs: [
      proof('test/faults/store-away.test.ts', 'it may be closed to writing'),
      proof(
        'test/start/refusals.test.ts',
        'says that the disk is full, damages nothing, and starts when there is space again',
      ),
    ],
  },
  {
    id: 'F-22',
    fault: 'The person’s sign-in expires meanwhile',
    proofs: [
      proof('src/adapters/http/http-client.test.ts', 'is renewed once, and the same request made once more'),
      proof('src/adapters/http/runs/http-run-events.test.ts', 'renews a refused token once'),
    ],
  },
  {
    id: 'F-23',
    fault: 'The flow, the organization or the person is deleted in the middle of a run',
    proofs: [
      proof('test/server/runs.test.ts', 'of a deleted %s ends with it, and with its work at both servers'),
      proof('test/server/runs.test.ts', 'is no longer told to somebody who was removed, within 5 s'),
    ],
  },
  {
    id: 'F-24',
    fault: 'A vendor asks to wait',
    proofs: [
      proof(VENDOR_CLIENT, 'is left alone for as many seconds as it says'),
      proof(VENDOR_CLIENT, 'is waited for an hour, and no longer'),
    ],
  },
  {
    id: 'F-25',
    fault: 'A vendor fails, sends invalid answers, or redirects',
    proofs: [
      proof(VENDOR_CLIENT, 'follows nobody elsewhere, where the secret would go along'),
      proof(VENDOR_CLIENT, 'is tried six times, with longer and longer pauses'),
      proof(VENDOR_CLIENT, 'which leaves open whether it was done'),
      proof(VENDOR_CLIENT, 'reads no more than it is allowed to'),
    ],
  },
  {
    id: 'F-26',
    fault: 'A vendor accepts only a part of a request',
    proofs: [
      proof(
        'test/engine/email-delivery.test.ts',
        'that takes a message for some recipients only is not asked again for the others',
      ),
      proof(
        'test/engine/metronome.test.ts',
        'that only Metronome refuses are found among the hundred, and those before them stay counted',
      ),
    ],
  },
  {
    id: 'F-27',
    fault: 'Mail is accepted, and the answer is lost',
    proofs: [
      proof('test/engine/email-delivery.test.ts', 'is never sent twice'),
      proof(
        'test/engine/email-delivery.test.ts',
        'of three attempts each, with faults everywhere, send nothing twice and lose nothing in silence',
      ),
      SEEDED,
    ],
  },
  {
    id: 'F-28',
    fault: 'A run is cancelled at any moment',
    proofs: [
      proof('test/server/runs.test.ts', 'that is cancelled stops within 5 s and leaves the old rows'),
      proof('test/server/retries.test.ts', 'is cancelled at once while it waits'),
      proof(CONFORMANCE, 'a cancelled run leaves nothing behind, and nothing arrives after it'),
      SEEDED,
    ],
  },
  {
    id: 'F-29',
    fault: 'Consent at Google is withdrawn',
    proofs: [
      proof('test/engine/google-sheets.test.ts', 'that was withdrawn is asked for once, and never again by itself'),
    ],
  },
  {
    id: 'F-30',
    fault: 'AWS refuses one of many pages, and each page costs money',
    proofs: [
      proof(
        'test/engine/aws-cost-explorer.test.ts',
        'come page by page, each paid once, and the run says what it cost',
      ),
    ],
  },
  {
    id: 'F-31',
    fault: 'BigQuery accepts a job, and the answer is lost',
    proofs: [
      SEEDED,
      proof(
        'test/engine/bigquery-attempts.test.ts',
        'is out of reach for an attempt that was paused: its job is stopped and its objects are gone',
      ),
    ],
  },
  {
    id: 'F-32',
    fault: 'An upload to the bucket is cut',
    proofs: [
      proof(
        'test/engine/bigquery-attempts.test.ts',
        'is uploaded on from where the bucket is when an answer to a chunk was lost',
      ),
    ],
  },
  {
    id: 'F-33',
    fault: 'Google Sheets has no quota or no room left in the middle',
    proofs: [
      proof(
        'test/engine/google-sheets.test.ts',
        'that others have used up is waited for in the middle of a run, while the old rows stay',
      ),
      proof(
        'test/engine/google-sheets-destination.test.ts',
        'that has no room for ten million cells and one says so, and keeps what it has',
      ),
    ],
  },
  {
    id: 'F-34',
    fault: 'Clocks jump, and summer time begins or ends',
    proofs: [
      proof(
        'test/faults/seeded/postgres.test.ts',
        'workers whose clocks are hours apart take runs over from each other',
      ),
      proof('src/server/domain/schedules/next-due.test.ts', 'knows when it is due'),
    ],
  },
  {
    id: 'F-35',
    fault: 'Nobody reads the log',
    proofs: [
      proof('src/server/host/stream-log.test.ts', 'leaves lines out while nobody takes them, and says how many'),
    ],
  },
  {
    id: 'F-36',
    fault: 'A process of an older version has left runs in its queue',
    proofs: [
      proof(
        'test/server/run-queue.test.ts',
        'takes over what a process of 0.1.0 has left in its queue, and not what such a process works on',
      ),
    ],
  },
  {
    id: 'F-37',
    fault: 'The embedded database is killed, or its folder is in use',
    proofs: [
      proof('test/start/recovery.test.ts', 'has everything again after the whole tree was killed'),
      proof(
        'test/start/parts-that-die.test.ts',
        'the embedded Postgres is killed in the middle of a run: it starts again, the run ends, and /readyz says so',
      ),
      proof(
        'test/start/refusals.test.ts',
        'names the living process that has the data folder, which goes on undisturbed',
      ),
    ],
  },
  {
    id: 'F-38',
    fault: 'One organization requests very many runs',
    proofs: [
      proof(
        'test/server/run-limits.test.ts',
        'begin another organization’s run at once, while one has asked for all that it may',
      ),
    ],
  },
  {
    id: 'F-39',
    fault: 'A newer version migrates while workers run',
    proofs: [proof('test/server/health.test.ts', 'sees that a newer version has taken over')],
  },
  {
    id: 'F-40',
    fault: 'An error that nobody catches',
    proofs: [
      proof('test/start/recovery.test.ts', 'logs a promise that nobody looks at, and goes on'),
      proof('test/engine/fence.test.ts', 'knows a session as lost that was ended while nothing was asked of it'),
    ],
  },
  {
    id: 'F-41',
    fault: 'A run would pass its budget in the middle, or at the same moment as others',
    proofs: [
      proof('test/server/budgets.test.ts', 'stops a run before the rows that would pass it, and the old rows stay'),
      proof('test/server/budgets.test.ts', 'is never passed, however many ask at the same moment'),
    ],
  },
  {
    id: 'F-42',
    fault: 'Somebody changes the target in the middle of a run',
    proofs: [
      proof('test/engine/changed-targets.test.ts', 'keeps the change, and gets no row'),
      proof('test/engine/changed-targets-mysql.test.ts', 'keeps the change, and gets no row'),
    ],
  },
  {
    id: 'F-43',
    fault: 'The server alone is killed, or its memory is used up',
    proofs: [
      proof(
        'test/start/parts-that-die.test.ts',
        'a server that is killed in the middle of a run is back at its address, with its sessions, and finishes the run',
      ),
      proof(
        'test/start/supervised.test.ts',
        'starts again, however soon after it was ready that was, and says what ended it',
      ),
    ],
  },
  {
    id: 'F-44',
    fault: 'Two flows write one target at the same time',
    proofs: [
      proof('test/engine/same-target.test.ts', 'is told whose run has it, before it reads a row'),
      proof('test/engine/same-target.test.ts', 'may write it in the mode %s'),
    ],
  },
  {
    id: 'F-45',
    fault: 'A failover makes the destination read-only in the middle',
    proofs: [
      proof(
        'test/faults/refused-by-server.test.ts',
        'loses no row, and what the old primary refuses then is tried again until the new one takes rows',
      ),
    ],
  },
]
