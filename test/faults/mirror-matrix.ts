import { type MatrixRow, type Proof, proof } from './matrix-row.ts'

const POSTGRES = 'test/engine/mirror.test.ts'
const CASES = 'test/engine/mirror-cases.test.ts'
const REFERENCES = 'test/engine/mirror-references.test.ts'
const SLOTS = 'test/engine/mirror-slots.test.ts'
const LOG = 'test/engine/mirror-log.test.ts'
const SCHEMA = 'test/engine/mirror-schema.test.ts'
const PAUSED = 'test/engine/mirror-paused.test.ts'
const SERVERS = 'test/engine/mirror-servers.test.ts'
const FAULTS = 'test/engine/mirror-faults.test.ts'
const MARIADB = 'test/engine/mirror-mysql.test.ts'
const MARIADB_LOG = 'test/engine/mirror-mysql-log.test.ts'
const MARIADB_CHANGES = 'test/engine/mirror-mysql-changes.test.ts'
const MARIADB_READY = 'test/engine/mirror-mysql-readiness.test.ts'
const INTO_MYSQL = 'test/engine/mirror-into-mysql.test.ts'
const INTO_MYSQL_FAULTS = 'test/engine/mirror-into-mysql-faults.test.ts'
const INTO_BIGQUERY_FAULTS = 'test/engine/mirror-into-bigquery-faults.test.ts'
const FAILOVER = 'test/engine/mirror-failover.test.ts'
const BYTES = 'src/engine/connectors/mysql/changes/log-reader.test.ts'
const RESTORED = 'test/engine/mirror-restored.test.ts'
const PROOF = 'test/engine/mirror-proof.test.ts'
const ENDED: readonly Proof[] = [FAULTS, INTO_MYSQL_FAULTS].map((file) =>
  proof(file, 'when the session with the destination ends %s %s'),
)
const KILLED: readonly Proof[] = [
  proof(FAULTS, 'after its process was killed again and again'),
  proof(INTO_MYSQL_FAULTS, 'after its process was killed again and again, from Postgres'),
  proof(INTO_MYSQL_FAULTS, 'after its process was killed again and again, from MariaDB'),
  proof(INTO_BIGQUERY_FAULTS, 'after its process was killed again and again'),
  proof('test/engine/mirror-into-bigquery-from-mariadb.test.ts', 'although its process was killed again and again'),
]

/** What has gone wrong in other products that follow a log, and where it is shown what becomes of it here. */
export const MIRROR_CASES: readonly MatrixRow[] = [
  {
    id: 'C-01',
    fault: 'A large value that the log does not repeat becomes NULL',
    proofs: [
      proof(POSTGRES, 'keeps large values that the log does not repeat'),
      proof(INTO_MYSQL, 'keeps large values that the log does not repeat'),
    ],
  },
  {
    id: 'C-02',
    fault: 'The key of a row with such a value changes',
    proofs: [proof(POSTGRES, 'keeps large values that the log does not repeat')],
  },
  {
    id: 'C-03',
    fault: 'The key itself is such a value, or its old form is mistaken for a row',
    proofs: [proof(CASES, 'are found by a key that is stored out of line'), proof(CASES, 'go by their key only')],
  },
  {
    id: 'C-04',
    fault: 'Rows with a key of several columns go, come and are exchanged in one transaction',
    proofs: [
      proof(CASES, 'of a key of two columns are in the state that the log had last'),
      proof(MARIADB_LOG, 'of keys of two columns leaves the rows'),
    ],
  },
  {
    id: 'C-05',
    fault: 'The source is told of a place inside of a transaction',
    proofs: [proof('test/engine/mirror-transactions.test.ts', 'is visible as a whole or not at all')],
  },
  {
    id: 'C-06',
    fault: 'The source is told before the rows are safe',
    proofs: [
      proof(SLOTS, 'is never told of rows that are not in the destination'),
      proof(SERVERS, 'crashes four times before its checkpoint'),
    ],
  },
  {
    id: 'C-07',
    fault: 'A transaction that began first is committed last',
    proofs: [proof(LOG, 'has transactions in the order of their commits')],
  },
  {
    id: 'C-08',
    fault: 'Somebody makes the slot again',
    proofs: [
      proof(POSTGRES, 'is copied again when a part of the log is missing'),
      proof(SERVERS, 'when somebody drops its slot while it follows'),
    ],
  },
  {
    id: 'C-09',
    fault: 'The server gives up the slot',
    proofs: [proof(SLOTS, 'that the server has given up %s is a gap')],
  },
  {
    id: 'C-10',
    fault: 'Tables that nobody mirrors pin the log',
    proofs: [proof(LOG, 'is not pinned by tables and databases that are not mirrored')],
  },
  {
    id: 'C-11',
    fault: 'A long copy pins the log',
    proofs: [proof(SLOTS, 'moves on while a table waits for a long copy')],
  },
  {
    id: 'C-12',
    fault: 'One table stops all',
    proofs: [
      proof(PAUSED, 'is paused with the reason, and the others follow'),
      proof(PAUSED, 'is tried again by itself when somebody had locked it'),
      proof(INTO_MYSQL, 'is paused with the reason when the destination refuses a change'),
    ],
  },
  {
    id: 'C-13',
    fault: 'A copy and the log do not fit together',
    proofs: [POSTGRES, MARIADB]
      .map((file) => proof(file, 'tables that are copied while 20 sessions write them'))
      .concat(proof(INTO_MYSQL, 'tables that are copied while 20 sessions write them')),
  },
  {
    id: 'C-14',
    fault: 'An open transaction keeps the slot from being made',
    proofs: [proof(LOG, 'cannot begin while a transaction is open, and says which')],
  },
  {
    id: 'C-15',
    fault: 'TRUNCATE is ignored',
    proofs: [
      proof(CASES, 'a transaction that empties two tables'),
      proof(MARIADB, 'is emptied where the source was'),
      proof(INTO_MYSQL, 'is emptied where the source was'),
    ],
  },
  {
    id: 'C-16',
    fault: 'A column comes with a default',
    proofs: [
      proof(SCHEMA, 'has a column that comes with its default in the rows from before'),
      proof(
        'test/engine/mirror-mysql-columns.test.ts',
        'a column that comes in MariaDB while its mirror is on, or off',
      ),
      proof(PROOF, 'compares a column that has come since it was started'),
    ],
  },
  {
    id: 'C-17',
    fault: 'Old changes are read with the table of now',
    proofs: [
      proof(SCHEMA, 'is copied again when a column was exchanged while the mirror was off'),
      proof(MARIADB_CHANGES, 'is copied again alone for %s, also if the mirror was off'),
      proof('test/engine/mirror-replaced.test.ts', 'is right after a mirror that was off'),
    ],
  },
  {
    id: 'C-18',
    fault: 'Computed columns, and partitions that are attached',
    proofs: [
      proof('test/engine/mirror-readiness.test.ts', 'is ready, with the key by which the log names rows'),
      proof(SCHEMA, 'is called doubtful when its rows have changed beside the log'),
    ],
  },
  {
    id: 'C-19',
    fault: 'A publication of somebody else leaves out rows',
    proofs: [
      proof('test/engine/mirror-readiness.test.ts', 'refuses a publication of its name that leaves out rows'),
      proof('test/engine/mirror-replaced.test.ts', 'changes are not lost that somebody has kept out of the log'),
    ],
  },
  {
    id: 'C-20',
    fault: 'A transaction is larger than the memory, or takes longer than the server waits',
    proofs: [
      proof('test/engine/mirror-transactions.test.ts', 'a transaction that does not fit into memory'),
      proof(CASES, 'a transaction that takes longer to apply'),
      proof(MARIADB_LOG, 'whose transaction takes longer to apply'),
    ],
  },
  {
    id: 'C-21',
    fault: 'The log is compressed',
    proofs: [proof(MARIADB, 'reads compressed events'), proof(BYTES, 'may have a whole transaction in one event')],
  },
  {
    id: 'C-22',
    fault: 'The log has statements, or parts of rows',
    proofs: [
      proof(MARIADB_CHANGES, 'changes of which the log has no rows'),
      proof(MARIADB, 'applies rows of which the log has the changed values only'),
      proof(BYTES, 'refuses a table of whose documents only parts are there'),
    ],
  },
  {
    id: 'C-23',
    fault: 'A value from the log differs from the same value of a copy',
    proofs: [
      proof(
        'test/engine/mirror-values.test.ts',
        'every value that comes from the log is the one that an ordinary copy has',
      ),
      proof(
        'test/engine/mirror-mysql-values.test.ts',
        'every value that comes from the log is the one that an ordinary copy has',
      ),
      proof('test/engine/mirror-into-mysql-values.test.ts', 'every value of'),
    ],
  },
  {
    id: 'C-24',
    fault: 'Numbers of transactions have holes, several domains, or are counted too early',
    proofs: [
      proof(BYTES, 'does not have twice what the destination has, and fills holes'),
      proof(MARIADB, 'has the transactions of several domains'),
      proof(MARIADB_LOG, 'that ends at any byte'),
    ],
  },
  {
    id: 'C-25',
    fault: 'The log was removed, is that of another server, or longer than 4 GB; another reader has our number',
    proofs: [
      proof(MARIADB, 'is a gap if the server has removed it'),
      proof(MARIADB_LOG, 'of another server with the same names is a gap'),
      proof(BYTES, 'may be larger than 4 GB'),
      proof('src/engine/connectors/mysql/changes/log-gap.test.ts', 'is understood'),
    ],
  },
  {
    id: 'C-26',
    fault: 'A prepared transaction is rolled back, or committed much later',
    proofs: [proof(MARIADB, 'counts when it is committed'), proof(LOG, 'has what was prepared when it is committed')],
  },
  {
    id: 'C-27',
    fault: 'Rows go with others',
    proofs: [
      proof(REFERENCES, 'lose the rows that go with others at once'),
      proof(REFERENCES, 'follow in whatever order their rows come'),
      proof(MARIADB_READY, 'a table that cannot be followed has its reason'),
    ],
  },
  {
    id: 'C-28',
    fault: 'Two follow one log',
    proofs: [
      proof(SERVERS, 'when a follower that stalls comes back after another has taken over'),
      proof(LOG, 'is read by the newest mirror only'),
    ],
  },
  {
    id: 'C-29',
    fault: 'New rows of the destination get numbers that rows of the source have',
    proofs: [
      proof('test/engine/mirror-cut-over.test.ts', 'new rows of the destination collide with none that has come'),
      proof('test/engine/mirror-cut-over.test.ts', 'its counter goes on after the rows and after the numbers'),
    ],
  },
  {
    id: 'C-30',
    fault: 'The destination takes two keys for equal',
    proofs: [
      proof(INTO_MYSQL, 'never let one row take the place of another'),
      proof(INTO_MYSQL, 'are one row whose key gets another spelling'),
    ],
  },
  {
    id: 'C-31',
    fault: 'A commit waits for a standby',
    proofs: [
      proof(SLOTS, 'and a copy have a row once whose commit waits for a standby'),
      proof(PROOF, 'takes another snapshot when one sees a transaction'),
    ],
  },
  {
    id: 'C-32',
    fault: 'The destination is restored from a backup',
    proofs: [
      proof(RESTORED, 'gets from MariaDB what has come since, once'),
      proof(RESTORED, 'gets from Postgres only what differs'),
    ],
  },
  {
    id: 'C-33',
    fault: 'A comparison under load raises a false alarm',
    proofs: [
      proof(PROOF, 'is proven equal again and again while eight sessions write'),
      proof('test/engine/mirror-mysql-proof.test.ts', 'is proven equal while others write'),
    ],
  },
]

const POINTS = 'test/faults/mirror-points.test.ts'
const MESSAGES = proof(POINTS, 'whatever happens to any message to the destination')

/** What may go wrong around a mirror, at its points; each loses nothing, doubles nothing, shows no half, and the mirror moves again. */
export const MIRROR_FAULTS: readonly MatrixRow[] = [
  { id: 'M-01', fault: 'The slot is made, and its mirror dies', proofs: KILLED.slice(0, 1) },
  { id: 'M-02', fault: 'A change is staged or applied: before, after, hang', proofs: [MESSAGES, ...ENDED] },
  {
    id: 'M-03',
    fault: 'The place in the log is stored and committed: before, after (the answer is lost), hang',
    proofs: [MESSAGES, ...ENDED],
  },
  { id: 'M-04', fault: 'What waited for a copy is applied', proofs: ENDED },
  {
    id: 'M-05',
    fault: 'The log ends at any byte, also between the id of a transaction and its end',
    proofs: [proof(POINTS, 'wherever its log ends'), proof(MARIADB_LOG, 'that ends at any byte')],
  },
  {
    id: 'M-06',
    fault: 'The process of the mirror is killed at any moment',
    proofs: [
      ...KILLED,
      proof('test/server/tasks/mirrors-in-processes.test.ts', 'a mirror whose process is killed again and again'),
      proof('test/server/tasks/mirrors-into-mariadb.test.ts', 'a mirror into MariaDB whose process is killed'),
    ],
  },
  {
    id: 'M-07',
    fault: 'The mirror is stopped in the middle of a batch',
    proofs: [proof(SERVERS, 'when it is stopped in the middle of batches again and again')],
  },
  {
    id: 'M-08',
    fault: 'A follower stalls, another takes over, and the first one comes back',
    proofs: [
      proof(SERVERS, 'when a follower that stalls comes back'),
      proof(INTO_BIGQUERY_FAULTS, 'when an older attempt is still there'),
    ],
  },
  {
    id: 'M-09',
    fault: 'The source or the destination crashes',
    proofs: [proof(SERVERS, 'when the %s crashes four times before its checkpoint')],
  },
  {
    id: 'M-10',
    fault: 'The source or the destination hangs, or its network does',
    proofs: [
      proof(SERVERS, 'when the %s hangs for a minute'),
      proof('test/faults/mirror-stall.test.ts', 'goes silent without a word ends'),
    ],
  },
  {
    id: 'M-11',
    fault: 'Servers end the sessions of the mirror, also in the middle of a commit',
    proofs: [
      proof(FAULTS, 'when the servers end its sessions at any time'),
      proof(INTO_MYSQL_FAULTS, 'when the servers end its sessions at any time'),
    ],
  },
  {
    id: 'M-12',
    fault: 'The slot is dropped, given up, or the log removed',
    proofs: [
      proof(SERVERS, 'when somebody drops its slot while it follows'),
      proof(SLOTS, 'that the server has given up %s is a gap'),
      proof(MARIADB, 'is a gap if the server has removed it'),
    ],
  },
  {
    id: 'M-13',
    fault: 'Another server takes the place of the source, without its slot and its last changes',
    proofs: [
      proof(RESTORED, 'gets from a server that has taken the place of its source'),
      proof(FAILOVER, 'notices that a standby lacks what it has brought already'),
      proof(MARIADB_LOG, 'of another server with the same names is a gap'),
    ],
  },
  {
    id: 'M-14',
    fault: 'The destination is restored from a backup',
    proofs: [proof(RESTORED, 'a destination that is restored from a backup')],
  },
  {
    id: 'M-15',
    fault: 'The disk of the destination is full',
    proofs: [proof('test/faults/mirror-disk-full.test.ts', 'whose destination has no room for a change')],
  },
  {
    id: 'M-16',
    fault: 'The store is away for longer than a lease',
    proofs: [proof('test/faults/mirror-store-away.test.ts', 'a mirror goes on without its store')],
  },
  {
    id: 'M-17',
    fault: 'A standby with the slot takes the place of the source',
    proofs: [proof(FAILOVER, 'goes on at a standby that has taken its place, without a gap')],
  },
  {
    id: 'M-18',
    fault: 'The disk of the source is set back',
    proofs: [proof(FAILOVER, 'notices that the disk of its source was set back')],
  },
  {
    id: 'M-19',
    fault: 'The process of the mirror is killed during a cut-over, or after its proof',
    proofs: [
      proof('test/server/tasks/mirror-cut-over-killed.test.ts', 'a cut-over whose process is killed at any moment'),
      proof('test/server/tasks/mirror-cut-over-killed.test.ts', 'changes after a proof are counted'),
    ],
  },
  {
    id: 'M-20',
    fault: 'An application writes to the destination after a cut-over, while the mirror is on',
    proofs: [proof('test/server/mirror-cut-over.test.ts', 'are not taken back by a comparison')],
  },
  {
    id: 'M-21',
    fault: 'Mirrors in both directions begin at once, or get a table later that leads back',
    proofs: [
      proof('test/server/mirror-tables-added.test.ts', 'of two mirrors in both directions that start at once'),
      proof('test/server/mirror-tables-added.test.ts', 'a table that is added to a mirror later'),
    ],
  },
]
