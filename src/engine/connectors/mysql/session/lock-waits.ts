/** In seconds; what is to be shown is tried again, so that readers never wait long behind us. */
export const LOCK_WAITS = 'SET SESSION lock_wait_timeout = 1, innodb_lock_wait_timeout = 5'

/** As a session begins. Where tables are described MariaDB answers, when this time is over, as if there was no such table. */
export const NO_LOCK_LIMIT = 'SET SESSION lock_wait_timeout = 86400'

/** While several sessions fill one table: a row that has the key of another's waits until that one has ended, and is then told for what it is. */
export const LET_ROWS_WAIT = 'SET SESSION innodb_lock_wait_timeout = 86400'
