/**
 * An expression as SQL: the information schema of MySQL 8 shows it inside of a literal, with a backslash before each quote and backslash; that of
 * MariaDB does not. Our sessions have the character set that MySQL says before each text, and MariaDB takes none before a quote in a default.
 */
export const catalogExpression = (shown: string, isMariaDb: boolean): string =>
  isMariaDb ? shown : shown.replace(/\\(['"\\])/g, '$1').replace(TEXT_OR_SET, (found) => (found === SET ? '' : found))

const SET = '_utf8mb4'

/** Texts are found too, so that nothing inside of one is taken away. */
const TEXT_OR_SET = /'(?:[^'\\]|''|\\.)*'|_utf8mb4(?=')/gs
