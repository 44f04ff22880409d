/** SQL that lets a run which has ended be as if it had not begun. */
export const unendedRun = (runId: string) =>
  `update millrace.runs set status = 'queued', finished_at = null, attempt = 0, attempts = '[]' where id = '${runId}'`

/** SQL that puts a run into the queue which is in none. */
export const queuedRun = (runId: string) =>
  `insert into millrace.run_queue (run_id, organization_id, account, turn)
   select id, organization_id, account, turn from millrace.runs where id = '${runId}'`
