/** The systems in which Millrace can add columns to a table and make them wider. */
const CHANGED_TARGETS: readonly string[] = ['postgres', 'mysql', 'bigquery']

/** Whether the tables of a destination can be changed. @param type of its connection */
export const canChangeTargets = (type: string | undefined): boolean => CHANGED_TARGETS.includes(type ?? '')
