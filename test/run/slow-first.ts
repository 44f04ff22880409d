import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Take long whatever runs beside them, as they mostly wait. Begun last they would go on alone, and projects are run in turn. */
const SLOW = [
  'test/engine/locked-mysql.test.ts',
  'test/engine/locked-targets.test.ts',
  'test/faults/seeded/mysql.test.ts',
  'test/faults/seeded/postgres.test.ts',
  'test/faults/seeded/vendors.test.ts',
  'test/faults/mirror-points.test.ts',
  'test/faults/stall.test.ts',
  'test/faults/shared-streams.test.ts',
  'test/faults/store-failover.test.ts',
  'test/faults/mirror-store-away.test.ts',
  'test/engine/mirror-into-bigquery-values.test.ts',
  'test/engine/mirror-servers.test.ts',
  'test/engine/mirror-log.test.ts',
  'test/engine/autovacuum.test.ts',
  'test/start/backup.test.ts',
  'test/start/killed/start.test.ts',
  'test/start/parts-that-die.test.ts',
  'test/server/tasks/mirrors-in-processes.test.ts',
  'test/server/tasks/mirror-cut-over-killed.test.ts',
  'test/server/shared-streams.test.ts',
  'test/server/mirrors.test.ts',
  'test/server/shared-ranges.test.ts',
  'test/server/take-over.test.ts',
]

/** The order of test files: those first that have long to wait, then as they are usually sorted. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.some((name) => moduleId.endsWith(`/${name}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
