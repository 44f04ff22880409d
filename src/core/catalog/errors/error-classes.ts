import type { ErrorClass, Fix } from './error-class.ts'

/** Usually temporary. */
const ATTEMPTS = 5

const passing = (fix: Fix = 'system'): ErrorClass => ({ blame: 'system', fix, attempts: ATTEMPTS })
const lasting = (fix: Fix): ErrorClass => ({ blame: 'system', fix, attempts: 1 })
const setUp = (fix: Fix): ErrorClass => ({ blame: 'configuration', fix, attempts: 1 })
const ours = (attempts = 1): ErrorClass => ({ blame: 'platform', fix: 'report', attempts })

/**
 * Every code with which a run, a test of a connection or a step can end: who must act, where, and whether a run is retried
 * automatically. The other tables in this folder map the codes of outside systems to these codes.
 */
export const ERROR_CLASSES = {
  // Connections to a system.
  STAND_IN_OFF: setUp('credentials'),
  STAND_IN_FAILED: lasting('credentials'),
  HOST_INVALID: setUp('credentials'),
  HOST_NOT_FOUND: setUp('credentials'),
  NAME_SERVER_SILENT: passing('wait'),
  HOST_UNREACHABLE: passing('credentials'),
  PORT_INVALID: setUp('credentials'),
  PORT_CLOSED: passing('credentials'),
  ADDRESS_REFUSED: setUp('credentials'),
  SERVER_SILENT: passing(),
  SERVER_STARTING: passing('wait'),
  CONNECTION_LOST: passing(),
  SOURCE_CONNECTION_LOST: passing(),
  DESTINATION_CONNECTION_LOST: passing(),
  STALLED: passing(),
  SOURCE_STALLED: passing(),
  DESTINATION_STALLED: passing(),
  VENDOR_UNAVAILABLE: passing('wait'),
  VENDOR_ANSWER_UNREADABLE: passing('wait'),
  NOT_POSTGRES: setUp('credentials'),
  POOLED_BY_TRANSACTION: setUp('credentials'),
  NOT_MYSQL: setUp('credentials'),
  TLS_NOT_OFFERED: setUp('credentials'),
  TLS_REQUIRED: setUp('credentials'),
  TLS_REFUSED: setUp('credentials'),
  TLS_FAILED: setUp('credentials'),
  CERTIFICATE_WRONG_HOST: setUp('credentials'),
  CERTIFICATE_NOT_TRUSTED: setUp('credentials'),
  CLIENT_CERTIFICATE_REFUSED: setUp('credentials'),
  NOT_SSH: setUp('credentials'),
  TUNNEL_KEY_UNKNOWN: setUp('credentials'),
  TUNNEL_KEY_CHANGED: setUp('credentials'),
  TUNNEL_SIGN_IN_REFUSED: setUp('credentials'),
  TUNNEL_FORWARDING_REFUSED: setUp('credentials'),
  TUNNEL_FAILED: setUp('credentials'),
  TUNNEL_LOST: passing(),

  // Logs of changes.
  LOG_GAP: lasting('system'),
  LOG_BUSY: passing('wait'),
  COPY_NOT_AWAITED: ours(),
  COPY_TOO_OLD: passing('wait'),
  MIRROR_DOUBTFUL: setUp('system'),
  MIRROR_NOT_READY: setUp('system'),

  // Identity and permissions.
  CREDENTIALS_INVALID: setUp('credentials'),
  PASSWORD_REFUSED: setUp('credentials'),
  PASSWORD_EXPIRED: setUp('credentials'),
  PASSWORD_IN_CLEAR: setUp('credentials'),
  SIGN_IN_REFUSED: setUp('credentials'),
  SERVICE_ACCOUNT_UNREADABLE: setUp('credentials'),
  REGION_UNKNOWN: setUp('credentials'),
  REAUTH_REQUIRED: setUp('credentials'),
  ACCESS_REFUSED: setUp('permission'),
  PERMISSION_MISSING: setUp('permission'),
  SENDER_NOT_VERIFIED: setUp('connection'),
  NOT_CONFIGURED: { blame: 'platform', fix: 'operator', attempts: 1 },
  LOCKED: { blame: 'platform', fix: 'credentials', attempts: 1 },

  // Missing or unsuitable objects.
  DATABASE_NOT_FOUND: setUp('credentials'),
  SCHEMA_NOT_FOUND: setUp('stream'),
  ENTITY_NOT_FOUND: setUp('stream'),
  ENTITY_EMPTY: setUp('stream'),
  SPREADSHEET_NOT_FOUND: setUp('connection'),
  SPREADSHEET_ID_INVALID: setUp('connection'),
  LOCATIONS_APART: setUp('connection'),
  NOT_FOUND: setUp('connection'),
  CONNECTION_NOT_FOUND: setUp('stream'),
  TARGET_INVALID: setUp('stream'),
  TAB_CHANGED: setUp('stream'),
  INVALID: setUp('connection'),
  NOT_SUPPORTED: setUp('stream'),
  MODE_NOT_SUPPORTED: setUp('stream'),
  NO_COMMON_FORMAT: setUp('stream'),
  TYPE_UNKNOWN: setUp('stream'),
  NAME_CONFLICT: setUp('stream'),
  NAME_NOT_ALLOWED: setUp('stream'),
  NAME_NOT_POSSIBLE: setUp('stream'),
  NAME_RESERVED: setUp('stream'),
  NAME_TOO_LONG: setUp('stream'),
  KEY_REQUIRED: setUp('stream'),
  KEY_NOT_UNIQUE: setUp('stream'),
  KEY_AMBIGUOUS: setUp('stream'),
  CURSOR_IS_EMPTY: setUp('stream'),
  CURSOR_NEEDS_OLD_ROWS: setUp('stream'),
  CURSOR_NOT_SUPPORTED: setUp('stream'),
  MAPPING_REQUIRED: setUp('stream'),
  MAPPING_UNKNOWN: setUp('stream'),
  TOO_MANY_COLUMNS: setUp('stream'),
  VIEW_NOT_FILLED: setUp('stream'),
  VIEW_BROKEN: setUp('stream'),
  SCHEMA_CHANGED: setUp('stream'),
  TARGET_CONFLICT: setUp('stream'),
  TARGET_IS_SOURCE: setUp('stream'),
  TARGET_MISMATCH: setUp('stream'),
  TARGET_NAME_TAKEN: setUp('stream'),
  TARGET_NOT_TRANSACTIONAL: setUp('stream'),
  TARGET_IN_USE: setUp('system'),
  VANISHED_NOT_SUPPORTED: setUp('stream'),
  TOO_MANY_VANISHED: lasting('stream'),
  FLOW_DISABLED: setUp('stream'),
  BUDGET_SPENT: { blame: 'quota', fix: 'stream', attempts: 1 },
  BUDGET_TOO_SMALL: { blame: 'quota', fix: 'stream', attempts: 1 },
  RUN_SKIPPED: { blame: 'platform', fix: 'wait', attempts: 1 },

  // Steps.
  STEP_UNFINISHED: setUp('step'),
  COLUMN_NOT_FOUND: setUp('step'),
  COLUMN_NAME_TWICE: setUp('step'),
  STEPS_COMBINE_ROWS: setUp('step'),
  SQL_INVALID: setUp('step'),
  SQL_NOT_ALLOWED: setUp('step'),
  TRANSFORMATION_FAILED: setUp('step'),
  TRANSFORMATION_TOO_LARGE: setUp('step'),
  PREVIEW_TOO_SLOW: setUp('step'),

  // SQL around the rows.
  SQL_BEFORE_FAILED: setUp('stream'),
  SQL_AFTER_FAILED: setUp('stream'),
  SQL_OUTDATED: lasting('wait'),
  STRUCTURE_FAILED: setUp('stream'),

  // Checks of a stream.
  VERIFY_NOT_SUPPORTED: setUp('stream'),
  CHECK_FAILED: lasting('rows'),
  CHECK_NOT_EXECUTABLE: setUp('stream'),
  CHECK_NOT_SUPPORTED: setUp('stream'),
  CHECK_COLUMN_MISSING: setUp('stream'),

  // Rows.
  VALUE_REFUSED: lasting('rows'),
  VALUE_NOT_TEXT: lasting('rows'),
  VALUE_NOT_REPRESENTABLE: lasting('rows'),
  VALUE_TOO_LARGE: lasting('rows'),
  CONSTRAINT: lasting('rows'),
  KEY_IS_NULL: lasting('rows'),
  ROW_REFUSED: lasting('rows'),
  ATTACHMENT_TOO_LARGE: lasting('stream'),
  ANSWER_TOO_LARGE: lasting('stream'),
  ANSWER_TOO_LONG: lasting('stream'),
  ROW_TOO_LARGE: lasting('stream'),
  DATA_GONE: lasting('stream'),

  // The system during its work.
  READ_ONLY: passing(),
  SETTING_REFUSED: lasting('system'),
  DATABASE_DAMAGED: lasting('system'),
  DISK_FULL: { blame: 'system', fix: 'system', attempts: 2 },
  SERVER_OVERLOADED: passing(),
  TOO_MANY_CONNECTIONS: passing(),
  TABLE_BUSY: passing(),
  OBJECT_IN_USE: passing(),
  CONFLICT: passing('wait'),
  QUERY_CANCELLED: passing(),
  LOCAL_DATA_REFUSED: passing(),
  SOURCE_CHANGED: passing('wait'),
  SOURCE_TOO_SLOW: passing(),
  TARGET_CHANGED: passing('wait'),
  PAGES_LOST: passing('wait'),
  DATA_NOT_READY: lasting('wait'),
  COMMIT_UNKNOWN: passing(),
  LIMIT_EXCEEDED: lasting('stream'),
  SPREADSHEET_FULL: lasting('system'),
  JOB_STOPPED: passing(),
  JOB_FAILED: lasting('system'),
  VENDOR_REFUSED: lasting('system'),
  RATE_LIMITED: { blame: 'quota', fix: 'wait', attempts: ATTEMPTS },
  QUOTA_EXCEEDED: { blame: 'quota', fix: 'wait', attempts: 1 },
  BILLING_DISABLED: { blame: 'quota', fix: 'system', attempts: 1 },

  // A message that may have arrived: never sent again automatically.
  DELIVERY_UNKNOWN: lasting('system'),
  DELIVERY_INCOMPLETE: lasting('connection'),

  // Millrace.
  FENCED: ours(),
  ROW_COUNT_MISMATCH: ours(ATTEMPTS),
  VERIFICATION_FAILED: ours(2),
  UNBALANCED: ours(),
  UNFINISHED: ours(),
  WORKER_LOST: { blame: 'platform', fix: 'operator', attempts: 1 },
  INTERNAL: ours(),

  // Unknown errors.
  DATABASE_ERROR: { ...lasting('system'), isUnknown: true },
  SERVER_TROUBLE: { ...passing(), isUnknown: true },
} as const satisfies Record<string, ErrorClass>

export type ErrorCode = keyof typeof ERROR_CLASSES

/** The class of a code; an unknown code has none, and is not retried. */
export const errorClassOf = (code: string): ErrorClass =>
  (ERROR_CLASSES as Readonly<Record<string, ErrorClass>>)[code] ?? { ...lasting('system'), isUnknown: true }

/** Whether it may be temporary. */
export const isRetryable = (code: string): boolean => errorClassOf(code).attempts > 1
