/** The functions that return the present, by the type of their values. Words like `localtime` are calls of one of them. */
const PRESENT: Readonly<Record<string, readonly string[]>> = {
  TIMESTAMPTZ: ['now', 'get_current_timestamp', 'transaction_timestamp'],
  TIMESTAMP: ['current_localtimestamp'],
  DATE: ['current_date', 'today'],
  TIMETZ: ['get_current_time'],
  TIME: ['current_localtime'],
}

/** By one argument it returns how long ago something was. */
const AGE = `CREATE MACRO age(a) AS system.main.age(CAST(current_date() AS TIMESTAMP), CAST(a AS TIMESTAMP)),
  (a, b) AS system.main.age(a, b)`

/**
 * Statements after which everything that returns the present returns one moment, in a database whose time zone is UTC.
 * @param moment ISO 8601, in UTC
 */
export const presentAt = (moment: string): readonly string[] => [
  ...Object.entries(PRESENT).flatMap(([type, names]) =>
    // No time is made of a timestamp with a zone.
    names.map(
      (name) =>
        `CREATE MACRO ${name}() AS CAST(${type === 'TIME' ? 'TIMESTAMP' : 'TIMESTAMPTZ'} '${moment}' AS ${type})`,
    ),
  ),
  AGE,
]
