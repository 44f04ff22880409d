/** The name of a database of MySQL in a GRANT of all of its tables, where `_` and `%` would stand for any characters: other databases would be granted too. */
export const grantedDatabase = (name: string): string => name.replaceAll(/[\\%_]/g, '\\$&')
