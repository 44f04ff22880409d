/** In seconds; the step that makes rows visible is retried, so that readers never wait long behind us. */
export const LOCK_WAITS = 'SET SESSION lock_wait_timeout = 1, innodb_lock_wait_timeout = 5'

/** The initial setting of a session. While tables are described, MariaDB answers after this time as if the table did not exist. */
export const NO_LOCK_LIMIT = 'SET SESSION lock_wait_timeout = 86400'

/** While several sessions fill one table: a row with the same key as another session's row waits until that session has ended; then its error is correct. */
export const LET_ROWS_WAIT = 'SET SESSION innodb_lock_wait_timeout = 86400'
