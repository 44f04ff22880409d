import { serveTasks } from '../tasks/serve-tasks.ts'
import { openTasks } from './open-tasks.ts'

// Does the tasks of its parent, which ends it when it uses too much: whatever they read, they can harm only this process.
if (import.meta.main) serveTasks(openTasks)
