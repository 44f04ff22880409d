/** An expression as SQL: the information schema of MySQL 8 shows it inside of a literal, with a backslash before each quote and backslash; that of MariaDB does not. */
export const catalogExpression = (shown: string, isMariaDb: boolean): string =>
  isMariaDb ? shown : shown.replace(/\\(['"\\])/g, '$1')
