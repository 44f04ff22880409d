import type { Query } from '../database/database.ts'

/** The flow of a run, which may be gone; nothing if there is no such run. */
export async function flowOfRun(query: Query, organizationId: string, runId: string): Promise<string | undefined> {
  const [row] = await query<{ flow_id: string }>('select flow_id from runs where organization_id = $1 and id = $2', [
    organizationId,
    runId,
  ])
  return row?.flow_id
}
