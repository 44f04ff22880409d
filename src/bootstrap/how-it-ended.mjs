const MEMORY = 'Node gave up, usually because its memory was used up'
const FAULT = 'a fault in the program, or in a library of it'

const CAUSES = {
  SIGKILL: 'killed by the system, usually because memory was short, or by a person',
  SIGABRT: MEMORY,
  SIGBUS: FAULT,
  SIGILL: FAULT,
  SIGSEGV: FAULT,
  SIGTRAP: FAULT,
}

/** Windows knows no signals: Node ends with this code where it would abort. */
const ABORTED = 134

/** Whether something else than the program decided about its end. A program that explains why it cannot go on ends with a small code. */
export const wasKilled = (code, signal) => signal !== null || code >= 128

/** The end of a process in words. */
export function howItEnded(code, signal) {
  if (signal === null) return code === ABORTED ? `exit code ${code}: ${MEMORY}` : `exit code ${code}`
  return CAUSES[signal] === undefined ? signal : `${signal}: ${CAUSES[signal]}`
}
