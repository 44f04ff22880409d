/** The systems in which Millrace can add columns to a table and make them wider. */
const CHANGED_TARGETS: readonly string[] = ['postgres', 'mysql', 'bigquery']

/** Whether the tables of a destination can be changed. @param type of its connection */
export const canChangeTargets = (type: string | undefined): boolean => CHANGED_TARGETS.includes(type ?? '')

/** Those in which a table can fail to fit although its rows are replaced: it gets another name, and a run creates it again. */
const RENAMED_TARGETS: readonly string[] = ['postgres', 'mysql']

export const canSetTargetsAside = (type: string | undefined): boolean => RENAMED_TARGETS.includes(type ?? '')
