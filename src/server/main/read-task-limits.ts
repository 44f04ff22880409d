import { ROW_MEGABYTES, type RowMemory } from '../../engine/formats/row-memory.ts'
import type { VariableReader } from '../host/variable-reader.ts'
import { usualTaskMemory } from '../tasks/task-memory.ts'
import {
  MIRROR_LOG_FORM,
  parseMirrorLog,
  parseRowMemory,
  parseTaskMemory,
  ROW_MEMORY_FORM,
  TASK_MEMORY_FORM,
} from './variable-forms.ts'

/** In megabytes. */
export interface TaskLimits {
  /** For one process of a run or a call. */
  readonly taskMemory: number
  /** For one row. */
  readonly rowMemory: number
  /** Of its log that a source keeps for one mirror. */
  readonly mirrorLog: number
}

const MIRROR_LOG_MEGABYTES = 10_240

/** A row is held several times on its way: by its reader, as frames, and by its writer. */
const ROWS_IN_TASK = 8

export function readTaskLimits(read: VariableReader<'TASK_MEMORY' | 'ROW_MEMORY' | 'MIRROR_LOG'>): TaskLimits {
  const taskMemory = read.parsed('TASK_MEMORY', TASK_MEMORY_FORM, parseTaskMemory) ?? usualTaskMemory()
  const most = Math.floor(taskMemory / ROWS_IN_TASK)
  const rowMemory = read.parsed('ROW_MEMORY', ROW_MEMORY_FORM, parseRowMemory) ?? Math.min(ROW_MEGABYTES, most)
  if (rowMemory > most) read.problem(`ROW_MEMORY must be at most ${most}, an eighth of TASK_MEMORY (${taskMemory}).`)
  const mirrorLog = read.parsed('MIRROR_LOG', MIRROR_LOG_FORM, parseMirrorLog) ?? MIRROR_LOG_MEGABYTES
  return { taskMemory, rowMemory, mirrorLog }
}

const MEGABYTE = 1 << 20

/** Together rows may take half of what their process may have, so they are refused before it is ended. */
export const rowMemoryOf = ({ taskMemory, rowMemory }: Pick<TaskLimits, 'taskMemory' | 'rowMemory'>): RowMemory => ({
  row: rowMemory * MEGABYTE,
  all: (taskMemory / 2) * MEGABYTE,
})

/** At the end of it the source may forget its log, before its disk is full. */
export const mirrorLogOf = ({ mirrorLog }: Pick<TaskLimits, 'mirrorLog'>): number => mirrorLog * MEGABYTE
